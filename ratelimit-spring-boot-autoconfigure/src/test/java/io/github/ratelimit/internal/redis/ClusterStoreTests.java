package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitCircuitBreakerEvent.State;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.lease.LeasingStore;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.lettuce.core.cluster.SlotHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The store over three primaries, with each client. */
@ParameterizedClass
@EnumSource
class ClusterStoreTests {

    private static final AtomicInteger KEYS = new AtomicInteger();
    private static TestCluster cluster;

    private final ClusterStore store = cluster.store(TestRedis.GENEROUS);

    @Parameter
    Client client;

    @BeforeParameterizedClassInvocation
    static void start(Client client) {
        cluster = new TestCluster(client);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        cluster.close();
    }

    private static ResolvedCheck on(int node, String limit) {
        return check(TestCluster.keyOn(node, KEYS.incrementAndGet()), limit);
    }

    private static ResolvedCheck check(String key, String limit) {
        return ResolvedChecks.of(RateLimitPolicy.of("api", Quota.of(limit)), key, 1);
    }

    private boolean take(ResolvedCheck... checks) throws StoreFailureException {
        return store.decide(List.of(checks), true).isAllowed();
    }

    private long remaining(ResolvedCheck check) throws StoreFailureException {
        return store.decide(List.of(check), false)
                .results()
                .get(0)
                .usages()
                .get(0)
                .remaining();
    }

    @Test
    void countsEachKeyAtThePrimaryOfItsSlot() throws StoreFailureException {
        for (int node = 0; node < 3; node++) {
            ResolvedCheck check = on(node, "2/1h");
            assertThat(List.of(take(check), take(check), take(check))).containsExactly(true, true, false);
            assertThat(cluster.node(node).exists("rl:{" + check.key() + "}:api"))
                    .isEqualTo(1);
        }
    }

    @Test
    void decidesOverSeveralSlotsAllOrNothing() throws StoreFailureException {
        ResolvedCheck narrow = on(0, "1/1h");
        ResolvedCheck wide = on(1, "100/1h");
        ResolvedCheck other = on(2, "100/1h");

        for (int i = 0; i < 20; i++) {
            assertThat(take(wide, narrow, other)).isEqualTo(i == 0);
        }
        assertThat(List.of(remaining(wide), remaining(narrow), remaining(other)))
                .containsExactly(99L, 0L, 99L);
    }

    @Test
    void answersInTheOrderOfTheChecks() throws StoreFailureException {
        List<ResolvedCheck> checks = List.of(on(2, "1/1h"), on(0, "2/1h"), on(1, "3/1h"));

        assertThat(store.decide(checks, true).results())
                .extracting(result -> result.usages().get(0).capacity())
                .containsExactly(1L, 2L, 3L);
    }

    @Test
    void looksAtManyRequestsOfOneSlotEachOnAllPrimaries() throws StoreFailureException {
        List<ResolvedCheck> used = List.of(on(0, "1/1h"), on(1, "1/1h"), on(2, "1/1h"));
        for (ResolvedCheck check : used) {
            assertThat(take(check)).isTrue();
        }
        ResolvedCheck fresh = on(1, "1/1h");

        List<ChargedDecision> decisions = store.peekAll(
                List.of(used, List.of(fresh), List.of(used.get(0)), List.of(used.get(2)), List.of(fresh, used.get(0))));

        assertThat(decisions)
                .extracting(decision -> decision == null ? "not told" : decision.outcome())
                .containsExactly("not told", Outcome.ALLOWED, Outcome.REFUSED, Outcome.REFUSED, "not told");
        assertThat(remaining(fresh)).isEqualTo(1);
    }

    @Test
    void givesWholeLeasesBackWhenAnotherSlotRefuses() throws StoreFailureException {
        ResolvedCheck leased = ResolvedChecks.of(
                RateLimitPolicy.of("leased", Quota.of("1000/1h")).withLease(20),
                on(1, "1/1h").key(),
                1);
        ResolvedCheck narrow = on(0, "1/1h");
        LeasingStore leases = new LeasingStore(store, () -> 1, TestRedis.GENEROUS, System::nanoTime);

        assertThat(leases.decide(List.of(leased, narrow), true).isAllowed()).isTrue();
        assertThat(leases.decide(List.of(leased, narrow), true).isAllowed()).isFalse();
        leases.close();

        Awaitility.await().untilAsserted(() -> assertThat(remaining(leased)).isEqualTo(998));
    }

    @Test
    void givesBackOverSeveralSlots() throws StoreFailureException {
        ResolvedCheck one = on(0, "5/1h");
        ResolvedCheck two = on(1, "5/1h");
        ChargedDecision decision = store.decide(List.of(one, two), true);

        store.refund(decision.takeCharges());

        Awaitility.await().until(() -> remaining(one) == 5 && remaining(two) == 5);
    }

    @Test
    void resetsOverSeveralSlots() throws StoreFailureException {
        ResolvedCheck one = on(0, "5/1h");
        ResolvedCheck two = on(1, "5/1h");
        take(one, two);

        store.reset(List.of(one, two));

        assertThat(List.of(remaining(one), remaining(two))).containsExactly(5L, 5L);
    }

    @Test
    void goesOnWhenOneNodeHasForgottenTheScript() throws StoreFailureException {
        cluster.node(1).scriptFlush();

        assertThat(take(on(0, "5/1h"), on(1, "5/1h"))).isTrue();
    }

    /** Many requests at once that contend for the same budgets, while nodes forget the script: what was not allowed has left nothing behind. */
    @Test
    void leavesNoChargeOfARefusedRequestBehind() throws Exception {
        Random random = new Random(7);
        List<ResolvedCheck> budgets = new ArrayList<>();
        AtomicInteger[] used = new AtomicInteger[9];
        for (int i = 0; i < used.length; i++) {
            budgets.add(on(i % 3, (10 + random.nextInt(40)) + "/100h"));
            used[i] = new AtomicInteger();
        }
        ExecutorService callers = Executors.newFixedThreadPool(16);
        List<Future<?>> calls = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            if (i % 100 == 50) {
                cluster.node(i / 100 % 3).scriptFlush();
            }
            List<Integer> chosen = random.ints(0, used.length)
                    .distinct()
                    .limit(1 + random.nextInt(4))
                    .boxed()
                    .toList();
            calls.add(callers.submit(() -> {
                if (take(chosen.stream().map(budgets::get).toArray(ResolvedCheck[]::new))) {
                    chosen.forEach(index -> used[index].incrementAndGet());
                }
                return null;
            }));
        }
        for (Future<?> call : calls) {
            call.get();
        }
        callers.shutdown();

        for (int i = 0; i < used.length; i++) {
            int index = i;
            long capacity = budgets.get(i).numbers().limits().get(0).capacity();
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(remaining(budgets.get(index))).isEqualTo(capacity - used[index].get()));
        }
    }

    @Nested
    class Migration {

        @Test
        void isFollowedWhileItLastsAndAfterwards() throws StoreFailureException {
            ResolvedCheck check = on(0, "3/1h");
            int slot = SlotHash.getSlot(check.key());
            String from = cluster.node(0).clusterMyId();
            String to = cluster.node(1).clusterMyId();
            cluster.node(1).clusterSetSlotImporting(slot, from);
            cluster.node(0).clusterSetSlotMigrating(slot, to);

            assertThat(take(check)).as("ASK").isTrue();
            assertThat(cluster.node(1).clusterCountKeysInSlot(slot)).isEqualTo(1);
            cluster.node(1).scriptFlush();
            assertThat(take(check)).as("ASK, script forgotten").isTrue();

            cluster.node(1).clusterSetSlotNode(slot, to);
            cluster.node(0).clusterSetSlotNode(slot, to);
            assertThat(List.of(take(check), take(check))).as("MOVED").containsExactly(true, false);
            assertThat(cluster.breaker(0).state()).isEqualTo(State.CLOSED);
        }

        @Test
        void isFollowedByWhatIsGivenBack() throws StoreFailureException {
            ResolvedCheck check = on(2, "3/1h");
            int slot = SlotHash.getSlot(check.key());
            String from = cluster.node(2).clusterMyId();
            String to = cluster.node(1).clusterMyId();
            ChargedDecision first = store.decide(List.of(check), true);
            ChargedDecision second = store.decide(List.of(check), true);
            cluster.node(1).clusterSetSlotImporting(slot, from);
            cluster.node(2).clusterSetSlotMigrating(slot, to);
            String key = "rl:{" + check.key() + "}:api";
            cluster.node(2).migrate(cluster.server(1).host(), cluster.server(1).port(), key, 0, 5_000);

            store.refund(first.takeCharges());
            awaitRemaining(check, 2, "ASK");
            cluster.node(1).clusterSetSlotNode(slot, to);
            cluster.node(2).clusterSetSlotNode(slot, to);
            store.refund(second.takeCharges());
            awaitRemaining(check, 3, "MOVED");
        }

        private void awaitRemaining(ResolvedCheck check, long permits, String redirect) {
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(remaining(check)).as(redirect).isEqualTo(permits));
        }
    }
}
