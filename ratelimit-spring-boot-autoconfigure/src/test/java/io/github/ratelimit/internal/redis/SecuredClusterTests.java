package io.github.ratelimit.internal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.testing.AclUser;
import io.github.ratelimit.testing.RedisBinary;
import io.github.ratelimit.testing.SelfSigned;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.protocol.ProtocolVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A Cluster whose clients and nodes speak TLS, entered as the user that the documentation makes. */
class SecuredClusterTests {

    private static final String RULES = AclUser.rules(TestCluster.PREFIX);

    private static ResolvedCheck on(int node) {
        RateLimitPolicy policy = RateLimitPolicy.of("api", Quota.of("9/1h"));
        return ResolvedChecks.of(policy, TestCluster.keyOn(node, 0), 1);
    }

    private static boolean take(RateLimitStore store, ResolvedCheck... checks) throws StoreFailureException {
        return store.decide(List.of(checks), true).isAllowed();
    }

    @Test
    void isAskedOverAllSlotsAndFollowedWhileASlotMoves() throws StoreFailureException {
        assumeThat(RedisBinary.preferred().hasTls())
                .as("a redis-server with TLS")
                .isTrue();
        try (TestCluster cluster = new TestCluster(SelfSigned.create())) {
            ClusterStore store = cluster.store(TestRedis.GENEROUS);
            RedisSession session = cluster.links().session(on(1).key().getBytes(UTF_8));
            assertThat(TestRedis.protocolOf(session)).isEqualTo(ProtocolVersion.RESP2);
            assertThat(take(store, on(0), on(1), on(2))).isTrue();

            int slot = SlotHash.getSlot(on(0).key());
            cluster.node(1).clusterSetSlotImporting(slot, cluster.node(0).clusterMyId());
            cluster.node(0).clusterSetSlotMigrating(slot, cluster.node(1).clusterMyId());
            cluster.node(0).flushall();
            assertThat(take(store, on(0))).as("ASK").isTrue();

            cluster.allow(RULES + " +cluster|slots");
            assertThatThrownBy(() -> take(store, on(0)))
                    .as("without +asking")
                    .isInstanceOf(StoreFailureException.class);

            cluster.allow(RULES + " +asking");
            assertThatThrownBy(() -> SlotMap.ask(new NodeAddress("127.0.0.1", 1), session))
                    .as("without +cluster|slots")
                    .hasMessageContaining("NOPERM");
        }
    }
}
