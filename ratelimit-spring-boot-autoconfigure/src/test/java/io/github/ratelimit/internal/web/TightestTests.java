package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Limit;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitDecision.Usage;
import io.github.ratelimit.RateLimitPolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TightestTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static RateLimitDecision refused(Duration blockedFor, long remaining, Duration resetAfter) {
        Usage usage = new Usage(Limit.valueOf("5/1h"), 5, remaining, Duration.ofHours(1), resetAfter, Duration.ZERO);
        Result result = new Result(
                RateLimitPolicy.of("login", Quota.of("5/1h")),
                null,
                "ana",
                1,
                Outcome.REFUSED,
                Basis.STORE,
                List.of(usage),
                blockedFor,
                Duration.ZERO,
                List.of(),
                blockedFor);
        return new RateLimitDecision(Outcome.REFUSED, List.of(result));
    }

    @Test
    void ofABlockedKeyHasNothingLeftUntilItsEnd() {
        Usage usage = Tightest.of(refused(MINUTE, 5, Duration.ZERO), null).usage();

        assertThat(usage.remaining()).isZero();
        assertThat(usage.resetAfter()).isEqualTo(MINUTE);
        assertThat(usage.retryAfter()).isEqualTo(MINUTE);
    }

    @Test
    void ofABlockedKeyIsFullWhenItsLimitIsIfThatIsLater() {
        Duration hour = Duration.ofHours(1);

        assertThat(Tightest.of(refused(MINUTE, 0, hour), null).usage().resetAfter())
                .isEqualTo(hour);
    }
}
