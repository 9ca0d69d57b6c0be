package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitCircuitBreakerEvent.State;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.testing.Calls;
import io.github.ratelimit.testing.Load;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** One primary of three is lost. */
class ClusterOutageTests {

    private final TestCluster cluster = new TestCluster();
    private final ClusterStore store = cluster.store(Duration.ofSeconds(5));

    @AfterEach
    void close() {
        cluster.close();
    }

    private static ResolvedCheck on(int node) {
        RateLimitPolicy policy = RateLimitPolicy.of("api", Quota.of("1000/100h"));
        return ResolvedChecks.of(policy, TestCluster.keyOn(node, 0), 1);
    }

    private boolean passes(ResolvedCheck... checks) {
        try {
            return store.decide(List.of(checks), true).isAllowed();
        } catch (StoreFailureException failure) {
            return false;
        }
    }

    @Test
    void opensTheBreakerOfThatPrimaryAloneAndChargesNothingElsewhere() throws StoreFailureException {
        cluster.server(0).kill();

        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            assertThat(passes(on(1), on(0))).isFalse();
            return cluster.breaker(0).state() == State.OPEN;
        });
        assertThat(passes(on(1), on(2))).isTrue();
        assertThat(cluster.breaker(1).state()).isEqualTo(State.CLOSED);
        long left = store.decide(List.of(on(1)), false)
                .results()
                .get(0)
                .usages()
                .get(0)
                .remaining();
        assertThat(left).isEqualTo(999);
        assertThatThrownBy(() -> store.decide(List.of(on(0)), true)).isInstanceOf(StoreFailureException.class);
    }

    @Test
    void goesOnAtTheReplicaThatTookOver() {
        cluster.replicaOf(0);
        assertThat(passes(on(0))).isTrue();

        cluster.server(0).kill();

        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            passes(on(0));
            return cluster.breakers().state() == State.OPEN;
        });
        Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> passes(on(0)));
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(cluster.breakers().state())
                        .as("without the breaker of the one that is gone")
                        .isEqualTo(State.CLOSED));
    }

    /** Decisions over several slots, of which one is of a primary that does not answer, beside others that do not need it. */
    @Nested
    class WhileAPrimaryIsFrozen {

        private static final int CALLERS = 9;

        private final ClusterStore impatient = cluster.store(Duration.ofMillis(500));

        private static ResolvedCheck window(int node) {
            RateLimitPolicy policy =
                    RateLimitPolicy.of("api", Quota.of("100000000/1d")).withAlgorithm(Algorithm.FIXED_WINDOW);
            return ResolvedChecks.of(policy, TestCluster.keyOn(node, 1), 1);
        }

        /** Each third of the callers asks the node of its number, but the first: it charges both others before the one that freezes. */
        private String take(int caller) throws StoreFailureException {
            List<ResolvedCheck> checks =
                    caller % 3 == 0 ? List.of(window(1), window(2), window(0)) : List.of(window(caller % 3));
            return caller % 3 + (impatient.decide(checks, true).isAllowed() ? " allowed" : " refused");
        }

        @Test
        void decisionsElsewhereGoOnAndOnlyWhatPassedIsCharged() throws Exception {
            Calls calls;
            try (Load load = Load.start(CALLERS, Duration.ofMillis(1), caller -> () -> take(caller))) {
                awaitAnswers(load, "0 allowed", "1 allowed", "2 allowed");
                for (int i = 0; i < 4 && cluster.breaker(0).state() == State.CLOSED; i++) {
                    cluster.server(0).pause();
                    awaitAnswers(load, "1 allowed", "2 allowed", "StoreFailureException");
                    cluster.server(0).resume();
                    TimeUnit.MILLISECONDS.sleep(200);
                }
                cluster.server(0).pause();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> cluster.breaker(0).state() == State.OPEN);
                awaitAnswers(load, "1 allowed", "2 allowed", "StoreNotAskedException");
                calls = load.stop();
            } finally {
                cluster.server(0).resume();
            }

            Map<String, Long> passed = calls.labels();
            long overAll = passed.get("0 allowed");
            Awaitility.await().untilAsserted(() -> {
                assertThat(charged(window(1), 1)).isEqualTo(overAll + passed.get("1 allowed"));
                assertThat(charged(window(2), 2)).isEqualTo(overAll + passed.get("2 allowed"));
            });
            assertThat(charged(window(0), 0) - overAll)
                    .as("calls whose answer was lost")
                    .isBetween(0L, (long) CALLERS);
        }

        private static void awaitAnswers(Load load, String... labels) {
            long now = System.nanoTime();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> load.answeredSince(now).labels().keySet().containsAll(Set.of(labels)));
        }

        /** As the node itself has it: its breaker stays open. */
        private long charged(ResolvedCheck check, int node) {
            String state = cluster.node(node).get("rl:{" + check.key() + "}:api");
            return Long.parseLong(state.substring(1, state.indexOf(' ')));
        }
    }
}
