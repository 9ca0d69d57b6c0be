package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A budget of ten a local day, which instances share whose idea of Redis's time differs by two seconds. */
class DailyBudgetTests {

    private static final SettableTime TIME = SettableTime.withExpiry();
    private static final RedisLink EARLY = TIME.redis().newLink();
    private static final RedisLink LATE = TIME.redis().newLink();
    private static final RedisStore EARLY_STORE = TIME.redis().store(EARLY, TestRedis.GENEROUS);
    private static final RedisStore LATE_STORE = TIME.redis().store(LATE, TestRedis.GENEROUS);
    private static final long SECOND = 1_000_000;

    private final List<Integer> alerts = new ArrayList<>();
    private long now;

    @AfterAll
    static void close() {
        EARLY.close();
        LATE.close();
        TIME.close();
    }

    private static ResolvedCheck budget(String zone, String day, long cost) {
        RateLimitPolicy policy = RateLimitPolicy.of("budget", Quota.of("10/1d"))
                .withAlgorithm(Algorithm.FIXED_WINDOW)
                .withZone(ZoneId.of(zone))
                .withAlertAt(List.of(80, 100));
        return ResolvedChecks.of(policy, zone + " " + day, cost);
    }

    /** Waits until Redis has set it, since the instances have connections of their own. */
    private void setTime(long micros) throws StoreFailureException {
        now = micros;
        TIME.set(micros);
        TIME.redis().link().session().time().toCompletableFuture().join();
    }

    /** Both instances are asked, one that is a second behind Redis and one that is a second ahead. */
    private Result take(boolean late, ResolvedCheck check) throws StoreFailureException {
        RedisLink link = late ? LATE : EARLY;
        link.session().observe(now + (late ? -SECOND : SECOND));
        Result result = (late ? LATE_STORE : EARLY_STORE)
                .decide(List.of(check), true)
                .results()
                .get(0);
        alerts.addAll(result.alerts());
        return result;
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    @ParameterizedTest
    @CsvSource({
        // zone, begin and end of a day there, its hours
        "Asia/Kathmandu, 2026-11-29T18:15:00Z, 2026-11-30T18:15:00Z, PT24H",
        "Europe/Berlin, 2026-03-28T23:00:00Z, 2026-03-29T22:00:00Z, PT23H",
        "Europe/Berlin, 2026-10-24T22:00:00Z, 2026-10-25T23:00:00Z, PT25H",
        "America/New_York, 2026-03-08T05:00:00Z, 2026-03-09T04:00:00Z, PT23H",
        "America/New_York, 2026-11-01T04:00:00Z, 2026-11-02T05:00:00Z, PT25H",
        "Australia/Lord_Howe, 2026-10-03T13:30:00Z, 2026-10-04T13:00:00Z, PT23H30M",
        "Australia/Lord_Howe, 2026-04-04T13:00:00Z, 2026-04-05T13:30:00Z, PT24H30M",
    })
    void isShutFromItsLastPermitToMidnightWhateverTheInstance(String zone, Instant begin, Instant end, Duration length)
            throws StoreFailureException {
        ResolvedCheck one = budget(zone, begin.toString(), 1);
        setTime(micros(begin));
        assertThat(take(true, one.withCost(7)).usages().get(0).resetAfter()).isEqualTo(length);
        assertThat(alerts).isEmpty();
        take(false, one);
        take(true, one);
        take(false, one);
        assertThat(alerts).containsExactly(80, 100);

        for (long before : new long[] {3600 * SECOND, SECOND / 2, 1}) {
            setTime(micros(end) - before);
            for (boolean late : new boolean[] {true, false}) {
                Result refused = take(late, one);
                assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
                assertThat(refused.retryAfter()).isEqualTo(Duration.of(before, ChronoUnit.MICROS));
            }
        }

        setTime(micros(end));
        for (int i = 0; i < 10; i++) {
            Result passed = take(i % 2 == 0, one);
            assertThat(passed.outcome()).isEqualTo(Outcome.ALLOWED);
            assertThat(passed.usages().get(0).remaining()).isEqualTo(9 - i);
        }
        assertThat(take(true, one).outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(alerts).containsExactly(80, 100, 80, 100);
    }
}
