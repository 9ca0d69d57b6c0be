package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitCircuitBreakerEvent.State;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
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

        Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> passes(on(0)));
    }
}
