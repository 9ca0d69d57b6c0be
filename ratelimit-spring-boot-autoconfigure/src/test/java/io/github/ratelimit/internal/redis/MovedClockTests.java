package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision.Usage;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Redis's clock moves, and no caller notices: the answer tells the time, and the call is sent once more. */
class MovedClockTests {

    private static final SettableTime TIME = SettableTime.withExpiry();
    private static final RateLimitPolicy DAILY = RateLimitPolicy.of("daily", Quota.of("5/1d"))
            .withAlgorithm(Algorithm.FIXED_WINDOW)
            .withZone(ZoneId.of("Europe/Berlin"));

    private final RedisStore store = TIME.redis().store();

    @AfterAll
    static void close() {
        TIME.close();
    }

    private static void setTime(String instant) throws StoreFailureException {
        TIME.set(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(instant)));
    }

    private Usage take(ResolvedCheck check) throws StoreFailureException {
        return store.decide(List.of(check), true).results().get(0).usages().get(0);
    }

    @Test
    void farAheadOfTheDeadline() throws StoreFailureException {
        ResolvedCheck check = ResolvedChecks.of(RateLimitPolicy.of("api", Quota.of("5/1h")), "ana", 1);
        setTime("2030-01-01T00:00:00Z");
        assertThat(take(check).remaining()).isEqualTo(4);

        setTime("2030-01-01T00:06:00Z");
        assertThat(take(check).resetAfter()).isEqualTo(Duration.ofMinutes(18));
    }

    @ParameterizedTest
    @CsvSource({
        // before, now, hours until midnight
        "2026-06-01T12:00:00Z, 2026-06-04T12:00:00Z, 10", // three days later
        "2026-06-01T12:00:00Z, 2026-05-20T12:00:00Z, 10", // and back
        "2026-03-28T12:00:00Z, 2026-03-28T23:00:00Z, 23", // clocks go forward today
        "2026-10-24T12:00:00Z, 2026-10-24T22:00:00Z, 25", // clocks go back today
    })
    void intoAnotherDay(String before, String now, long hours) throws StoreFailureException {
        ResolvedCheck check = ResolvedChecks.of(DAILY, "user at " + now, 1);
        setTime(before);
        take(check);

        setTime(now);
        assertThat(take(check).resetAfter()).isEqualTo(Duration.ofHours(hours));
    }

    /** Time stands still here, so the link, whose clock goes on, is already in the next day. */
    @Test
    void behindThatOfTheLinkAtMidnight() throws StoreFailureException {
        ResolvedCheck check = ResolvedChecks.of(DAILY, "user at midnight", 1);
        setTime("2026-06-01T21:59:59.999999Z");

        assertThat(take(check).remaining()).isEqualTo(4);
        assertThat(take(check).remaining()).isEqualTo(3);
    }
}
