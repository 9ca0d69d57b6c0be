package io.github.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RateLimitDecisionTests {

    private static final RateLimitPolicy API = RateLimitPolicy.of("api", Quota.of("10/1s"));

    private static Result result(RateLimitPolicy policy, Outcome outcome, Duration retryAfter) {
        return new Result(
                policy,
                null,
                "ana",
                1,
                outcome,
                Basis.STORE,
                List.of(),
                retryAfter,
                Duration.ZERO,
                List.of(),
                Duration.ZERO);
    }

    private static RateLimitDecision refused(Result... results) {
        return new RateLimitDecision(Outcome.REFUSED, List.of(results));
    }

    @Test
    void waitsForTheLongestOfThoseThatRefused() {
        assertThat(refused(
                                result(API, Outcome.REFUSED, Duration.ofSeconds(2)),
                                result(API, Outcome.REFUSED, Duration.ofSeconds(3)),
                                result(API, Outcome.ALLOWED, null))
                        .retryAfter())
                .contains(Duration.ofSeconds(3));
    }

    @Test
    void waitsForNobodyWhoIsOnlyWatched() {
        assertThat(refused(
                                result(API, Outcome.REFUSED, Duration.ofSeconds(2)),
                                result(API.withEnforce(false), Outcome.REFUSED, Duration.ofSeconds(3)))
                        .retryAfter())
                .contains(Duration.ofSeconds(2));
    }

    @Test
    void hasNoWaitWhenACostCanNeverFit() {
        assertThat(refused(result(API, Outcome.REFUSED, Duration.ofSeconds(2)), result(API, Outcome.REFUSED, null))
                        .retryAfter())
                .isEmpty();
    }

    @Test
    void hasNoWaitWhenAllowed() {
        RateLimitDecision allowed = new RateLimitDecision(
                Outcome.ALLOWED, List.of(result(API.withEnforce(false), Outcome.REFUSED, Duration.ofSeconds(3))));

        assertThat(allowed.isAllowed()).isTrue();
        assertThat(allowed.retryAfter()).isEmpty();
    }
}
