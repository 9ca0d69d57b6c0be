package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Limit;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.local.LocalStore;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who always takes as soon as he may gets his rate to the millionth: no less, and no more. */
class RateTests {

    private static final SettableTime TIME = SettableTime.withExpiry();
    private static final long START = 1_800_000_000_000_000L;
    private static final int TAKES = 200;

    @AfterAll
    static void close() {
        TIME.close();
    }

    @ParameterizedTest
    @CsvSource({
        "TOKEN_BUCKET, 1/366d, 1",
        "TOKEN_BUCKET, 1/2s, 1",
        "TOKEN_BUCKET, 5/1d, 1",
        "TOKEN_BUCKET, 900000/1s, 7",
        "TOKEN_BUCKET, 900000/1s, 900000",
        "TOKEN_BUCKET, 1000000000/1m, 17",
        "TOKEN_BUCKET, 1000000000/1m, 123456789",
        "FIXED_WINDOW, 1/366d, 1",
        "FIXED_WINDOW, 1/2s, 1",
        "FIXED_WINDOW, 5/1d, 1",
        "FIXED_WINDOW, 900000/1s, 90000",
        "FIXED_WINDOW, 1000000000/1m, 100000000"
    })
    void isRightInRedisAndLocally(Algorithm algorithm, Limit limit, long cost) throws StoreFailureException {
        RateLimitPolicy policy = RateLimitPolicy.of("exact", Quota.of(limit)).withAlgorithm(algorithm);
        ResolvedCheck check = ResolvedChecks.of(policy, algorithm + " " + limit + " by " + cost, cost);

        double expected = (double) TAKES * cost * limit.periodMicros() / limit.count();
        for (RateLimitStore store : List.of(TIME.redis().store(), new LocalStore(100, TIME))) {
            assertThat(takeEagerly(store, check)).isBetween(expected * 0.999999, expected * 1.000001 + 1);
        }
    }

    /** The microseconds it takes, from an empty bucket or a full window on. */
    private static double takeEagerly(RateLimitStore store, ResolvedCheck check) throws StoreFailureException {
        long capacity = check.numbers().limits().get(0).capacity();
        long now = START;
        assertThat(takeAt(now, store, check.withCost(capacity)).isAllowed()).isTrue();
        for (int i = 0; i < TAKES; i++) {
            RateLimitDecision first = takeAt(now, store, check);
            if (!first.isAllowed()) {
                now += first.retryAfter().orElseThrow().toNanos() / 1_000;
                assertThat(takeAt(now, store, check).isAllowed()).isTrue();
            }
        }
        return now - START;
    }

    private static RateLimitDecision takeAt(long micros, RateLimitStore store, ResolvedCheck check)
            throws StoreFailureException {
        TIME.set(micros);
        return store.decide(List.of(check), true);
    }
}
