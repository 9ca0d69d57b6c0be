package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import io.github.ratelimit.testing.Calls;
import io.github.ratelimit.testing.Load;
import io.github.ratelimit.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A caller's deadline ends while another thread puts its request into a call that has not left yet. */
@Timeout(60)
class GatheringRaceTests {

    private static final Duration PATIENT = TestRedis.GENEROUS;
    private static final ResolvedCheck CHECK =
            ResolvedChecks.of(RateLimitPolicy.of("race", Quota.of("1000000000/1h")), "ana", 1);

    private final RedisServer server = RedisServer.start();
    private final TestRedis redis = TestRedis.of(server, DecisionScript.load());
    private final RedisStore store = redis.store(redis.link(), PATIENT);

    @AfterEach
    void stop() {
        server.resume();
        redis.close();
        server.close();
    }

    private String ask(WaitBudget budget) {
        try {
            return store.decide(List.of(CHECK), true, budget).isAllowed() ? "ok" : "refused";
        } catch (StoreFailureException failure) {
            return "failed";
        }
    }

    private String askHastily() {
        WaitBudget budget = new WaitBudget();
        budget.spend(PATIENT.minusMillis(5).toNanos(), System.nanoTime(), PATIENT);
        return ask(budget);
    }

    @Test
    void leavesNoCallerAndNoPlaceBehind() throws Exception {
        Calls calls;
        try (Load load = Load.start(100, Duration.ofMillis(1), this::askHastily)) {
            for (int i = 0; i < 30; i++) {
                server.pause();
                TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(10, 80));
                server.resume();
                TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(10, 80));
            }
            calls = load.stop();
        }
        assertThat(calls.labels()).containsKey("failed");
        assertThat(calls.labels().keySet()).isSubsetOf("ok", "failed");

        // Late answers give permits back by calls of their own; the second of these is behind the last of them.
        Awaitility.await().until(() -> ask(new WaitBudget()).equals("ok"));
        assertThat(ask(new WaitBudget())).isEqualTo("ok");
        assertThat(HeldCallers.scriptCalls(server, redis, store, CHECK))
                .isEqualTo(HeldCallers.CALLS_WITH_ALL_PLACES_FREE);
    }
}
