package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.FailurePolicyStore;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import io.github.ratelimit.testing.Calls;
import io.github.ratelimit.testing.DelayingProxy;
import io.github.ratelimit.testing.Fault;
import io.github.ratelimit.testing.Load;
import io.github.ratelimit.testing.RedisServer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every fault, made for real while several callers ask without a pause: each policy does what its owner chose, nobody
 * waits longer than the deadline, what was given up is not charged, and all is as before afterwards.
 */
class FaultsUnderLoadTests {

    private static final Set<Fault> HARMLESS = EnumSet.of(Fault.SCRIPT_FLUSH, Fault.LATENCY_20_MS);

    /** Now and then an answer comes in time: to a probe of the half-open breaker, between two kills. */
    private static final Set<Fault> WITH_A_WAY_THROUGH = EnumSet.of(Fault.CLIENT_KILL);

    private static final Duration NOISE = Duration.ofSeconds(1);
    private static final Map<OnStoreFailure, String> NAMES =
            Map.of(OnStoreFailure.CLOSED, "closed", OnStoreFailure.OPEN, "open", OnStoreFailure.LOCAL, "local");
    private static final int CALLERS = 9;
    private static final long LIMIT = 100_000_000;

    private final RedisServer server = RedisServer.start();
    private final DelayingProxy proxy = DelayingProxy.before(server);
    private final TestRedis direct = TestRedis.of(server, DecisionScript.load());
    private @Nullable RedisLink link;

    @AfterEach
    void close() {
        if (link != null) {
            link.close();
        }
        direct.close();
        proxy.close();
        server.close();
    }

    private RedisLink connect(Client client, Duration deadline) {
        RedisLink fresh = new RedisLink(
                client.connector("127.0.0.1", proxy.port(), deadline),
                direct.script(),
                new CallWriter(direct.prefix()).warmUp());
        link = fresh;
        fresh.start();
        assertThat(fresh.awaitConnected(TestRedis.GENEROUS)).isTrue();
        return fresh;
    }

    private static ResolvedCheck check(OnStoreFailure choice) {
        RateLimitPolicy policy = RateLimitPolicy.of(NAMES.get(choice), Quota.of(LIMIT + "/1d"))
                .withAlgorithm(Algorithm.FIXED_WINDOW)
                .withOnStoreFailure(choice);
        return ResolvedChecks.of(policy, "ana", 1);
    }

    private static String take(RateLimitStore store, OnStoreFailure choice) throws Exception {
        ChargedDecision decision = store.decide(List.of(check(choice)), true);
        return choice + " " + decision.outcome() + " "
                + decision.results().get(0).basis();
    }

    @ParameterizedTest
    @EnumSource
    void isSurvived(Fault fault) throws Exception {
        survive(fault, Client.LETTUCE);
    }

    @ParameterizedTest
    @EnumSource(names = {"KILLED", "FROZEN", "LATENCY_80_MS", "CLIENT_KILL"})
    void isSurvivedWithJedis(Fault fault) throws Exception {
        survive(fault, Client.JEDIS);
    }

    private void survive(Fault fault, Client client) throws Exception {
        Duration deadline = deadline(fault);
        UnansweredCalls shared = new UnansweredCalls(direct.store(connect(client, deadline), deadline));
        RateLimitStore store =
                new FailurePolicyStore(shared, new LocalStore(100, LocalClock.SYSTEM), () -> 1, System::nanoTime);
        OnStoreFailure[] choices = OnStoreFailure.values();
        long heapBefore = usedHeap(); // which stops all threads, so not under load
        try (Load load = Load.start(CALLERS, Duration.ofMillis(1), caller -> () -> take(store, choices[caller % 3]))) {
            awaitNormal(load);
            int threadsBefore = Thread.activeCount() - CALLERS;
            long ownThreadsBefore = ownThreads();
            AtomicLong begin = new AtomicLong();
            fault.during(server, proxy, () -> {
                begin.set(System.nanoTime());
                TimeUnit.MILLISECONDS.sleep(1_500);
                assertEachGoesItsWay(fault, load);
            });
            awaitNormal(load);

            Calls calls = load.stop();
            assertThat(calls.worst()).isLessThan(deadline.plus(NOISE));
            assertThat(calls.labels().keySet())
                    .isSubsetOf(
                            "CLOSED ALLOWED STORE",
                            "OPEN ALLOWED STORE",
                            "LOCAL ALLOWED STORE",
                            "CLOSED UNAVAILABLE CLOSED",
                            "OPEN ALLOWED OPEN",
                            "LOCAL ALLOWED LOCAL");
            // A killed Redis has forgotten all; what it counts again is of calls that began when it was dead or later.
            assertChargedWhatPassed(
                    fault, fault == Fault.KILLED ? calls.begunIn(begin.get(), Long.MAX_VALUE) : calls, shared);
            // Netty makes the threads of its fixed pool one by one; the proxy has two for each connection.
            assertThat(Thread.activeCount()).isLessThanOrEqualTo(threadsBefore + 20);
            assertThat(usedHeap() - heapBefore).isLessThan(50_000_000);
            assertOneConnectionIsLeft(ownThreadsBefore);
        }
    }

    /** What does no harm is told from what does by a deadline that no busy machine misses. */
    private static Duration deadline(Fault fault) {
        if (HARMLESS.contains(fault)) {
            return Duration.ofSeconds(10);
        }
        return Duration.ofMillis(fault == Fault.LATENCY_80_MS ? 50 : 100);
    }

    private static long ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("ratelimit-"))
                .count();
    }

    /** Connections that were given up are closed a while later, and Jedis's threads end with them. */
    private void assertOneConnectionIsLeft(long ownThreadsBefore) {
        Awaitility.await().untilAsserted(() -> {
            assertThat(direct.commands().clientList().lines().filter(client -> client.contains("name=ratelimit")))
                    .as("of the link, and of who looks on")
                    .hasSize(2);
            assertThat(ownThreads()).isEqualTo(ownThreadsBefore);
        });
    }

    private static void assertEachGoesItsWay(Fault fault, Load load) throws InterruptedException {
        long now = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(500);
        Calls during = load.answeredSince(now);
        if (HARMLESS.contains(fault)) {
            assertThat(during.labels().keySet())
                    .containsOnly("CLOSED ALLOWED STORE", "OPEN ALLOWED STORE", "LOCAL ALLOWED STORE");
        } else if (WITH_A_WAY_THROUGH.contains(fault)) {
            assertThat(during.labels())
                    .containsKeys("CLOSED UNAVAILABLE CLOSED", "OPEN ALLOWED OPEN", "LOCAL ALLOWED LOCAL");
        } else {
            assertThat(during.labels())
                    .containsOnlyKeys("CLOSED UNAVAILABLE CLOSED", "OPEN ALLOWED OPEN", "LOCAL ALLOWED LOCAL");
        }
    }

    private static void awaitNormal(Load load) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
            long now = System.nanoTime();
            TimeUnit.MILLISECONDS.sleep(200);
            return load.answeredSince(now)
                    .labels()
                    .keySet()
                    .equals(Set.of("CLOSED ALLOWED STORE", "OPEN ALLOWED STORE", "LOCAL ALLOWED STORE"));
        });
    }

    /** What may stay charged is a call that ran in time and whose answer was lost: with each kill, else those under way once. */
    private void assertChargedWhatPassed(Fault fault, Calls calls, UnansweredCalls shared) {
        for (OnStoreFailure choice : OnStoreFailure.values()) {
            long passed = calls.labels().getOrDefault(choice + " ALLOWED STORE", 0L);
            long unanswered = shared.of(check(choice).policy());
            long lost = fault == Fault.CLIENT_KILL ? unanswered : Math.min(unanswered, CALLERS);
            Awaitility.await()
                    .untilAsserted(() -> assertThat(charged(choice) - passed)
                            .as("charged for nothing by " + choice)
                            .isBetween(0L, lost));
        }
    }

    private long charged(OnStoreFailure choice) throws Exception {
        return LIMIT
                - direct.store()
                        .decide(List.of(check(choice).withCost(0)), false)
                        .results()
                        .get(0)
                        .usages()
                        .get(0)
                        .remaining();
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
