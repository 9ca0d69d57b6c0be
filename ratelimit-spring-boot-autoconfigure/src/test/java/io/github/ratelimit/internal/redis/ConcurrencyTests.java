package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A thousand callers at once pass exactly as often as the limits say, and none waits for another for ever. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConcurrencyTests {

    private static final TestRedis REDIS = TestRedis.shared();
    private static final int CALLERS = 1_000;

    private final ExecutorService threads = Executors.newFixedThreadPool(64);

    @AfterAll
    static void close() {
        REDIS.close();
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    static Stream<Arguments> stores() {
        // A leaky bucket of so slow a limit holds one permit: its turns are tested by themselves.
        return Stream.of(Algorithm.values())
                .filter(algorithm -> algorithm != Algorithm.LEAKY_BUCKET)
                .flatMap(algorithm -> Stream.of(
                        Arguments.of(algorithm, REDIS.store()),
                        Arguments.of(algorithm, new LocalStore(100, LocalClock.SYSTEM))));
    }

    private static ResolvedCheck check(Algorithm algorithm, String policy, String limit, long cost) {
        RateLimitPolicy counted = RateLimitPolicy.of(policy, Quota.of(limit)).withAlgorithm(algorithm);
        return ResolvedChecks.of(counted, algorithm.name(), cost);
    }

    /** How many of a thousand concurrent decisions pass. */
    private long passes(RateLimitStore store, List<ResolvedCheck> checks) throws Exception {
        List<Callable<Boolean>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            List<ResolvedCheck> inAnyOrder = new ArrayList<>(checks);
            Collections.rotate(inAnyOrder, i);
            callers.add(() -> store.decide(inAnyOrder, true).isAllowed());
        }
        long passed = 0;
        for (Future<Boolean> caller : threads.invokeAll(callers)) {
            passed += caller.get() ? 1 : 0;
        }
        return passed;
    }

    @ParameterizedTest
    @MethodSource("stores")
    void passOneLimitExactlyAsOftenAsItSays(Algorithm algorithm, RateLimitStore store) throws Exception {
        assertThat(passes(store, List.of(check(algorithm, "one", "100/1h", 1)))).isEqualTo(100);
    }

    @ParameterizedTest
    @MethodSource("stores")
    void passSeveralChecksAsOftenAsTheTightestSays(Algorithm algorithm, RateLimitStore store) throws Exception {
        ResolvedCheck tight = check(algorithm, "tight", "70/1h", 1);
        ResolvedCheck wide = check(algorithm, "wide", "900/1h", 3);

        assertThat(passes(store, List.of(tight, wide))).isEqualTo(70);
        long left = store.decide(List.of(wide), false)
                .results()
                .get(0)
                .usages()
                .get(0)
                .remaining();
        assertThat(left).isEqualTo(900 - 3 * 70);
    }
}
