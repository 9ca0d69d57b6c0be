package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.EventThread;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import io.github.ratelimit.testing.Calls;
import io.github.ratelimit.testing.Load;
import io.github.ratelimit.testing.RedisServer;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.test.util.ReflectionTestUtils;

/** What the failure path must bear. */
@Timeout(180)
class FailurePathTests {

    private static final ResolvedCheck CHECK =
            ResolvedChecks.of(RateLimitPolicy.of("path", Quota.of("1000000/1h")), "ana", 1);

    private final RedisServer server = RedisServer.start();
    private final TestRedis redis = TestRedis.of(server, DecisionScript.load());

    @AfterEach
    void stop() {
        server.resume();
        redis.close();
        server.close();
    }

    private static CallLine line(RedisStore store) {
        return (CallLine) ReflectionTestUtils.getField(store, "line");
    }

    private static int inPlaces(RedisStore store) {
        return ((AtomicInteger) ReflectionTestUtils.getField(line(store), "inPlaces")).get();
    }

    private boolean take(RedisStore store) throws StoreFailureException {
        return store.decide(List.of(CHECK), true, new WaitBudget()).isAllowed();
    }

    /** The breaker is the application's, with predicates of its own: one that throws must not take a place for good. */
    @Test
    void aBreakerThatThrowsLeaksNoPlace() throws Exception {
        AtomicBoolean throwing = new AtomicBoolean();
        CircuitBreakerConfig config = CircuitBreakerConfig.from(
                        TestRedis.config().build())
                .recordException(failure -> {
                    if (throwing.get()) {
                        throw new IllegalStateException("a predicate of the application");
                    }
                    return true;
                })
                .build();
        RedisStore store =
                redis.store(redis.link(), new StoreBreaker(CircuitBreaker.of("x", config)), Duration.ofMillis(300));
        assertThat(take(store)).isTrue();
        throwing.set(true);
        server.pause();
        for (int i = 0; i < 4; i++) {
            try {
                take(store);
            } catch (StoreFailureException | RuntimeException expected) {
                System.out.println("throwing breaker: " + expected);
            }
        }
        server.resume();
        throwing.set(false);
        System.out.println("places " + inPlaces(store));
        TimeUnit.MILLISECONDS.sleep(500);
        for (int i = 0; i < 3; i++) {
            try {
                System.out.println("after: " + take(store));
            } catch (StoreFailureException failure) {
                System.out.println("after: " + failure);
            }
        }
        assertThat(take(store)).isTrue();
    }

    @Test
    void aLostConnectionIsNotKeptByTheClient() {
        Object own = ReflectionTestUtils.getField(
                java.util.Objects.requireNonNull(ReflectionTestUtils.getField(redis.link(), "connector")), "own");
        Object client = ((org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory) own)
                .getRequiredNativeClient();
        Collection<?> resources = (Collection<?>) ReflectionTestUtils.getField(client, "closeableResources");
        int before = resources.size();
        for (int i = 0; i < 20; i++) {
            RedisSession current = session();
            redis.commands()
                    .clientKill(io.lettuce.core.KillArgs.Builder.typeNormal().skipme());
            Awaitility.await()
                    .until(() -> redis.link().session() != null && redis.link().session() != current);
        }
        System.out.println("closeable resources " + before + " -> " + resources.size());
        Awaitility.await().untilAsserted(() -> assertThat(resources).hasSizeLessThanOrEqualTo(before + 2));
    }

    static long used() throws Exception {
        for (int i = 0; i < 4; i++) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** An instance that Redis gives no right to beat, or a set that is of another type. */
    @Test
    void aHeartbeatWithoutRightsIsToldOfInTheLog() throws Exception {
        redis.commands().set(redis.prefix() + ":instances", "of another type");
        Heartbeat heartbeat = new Heartbeat(redis.prefix());
        heartbeat.over(redis.link());
        TimeUnit.SECONDS.sleep(1);
        System.out.println("heartbeat without rights " + heartbeat.getAsInt());
    }

    private RedisSession session() {
        Awaitility.await().until(() -> redis.link().session() != null);
        return redis.link().session();
    }

    /** A stream that asks all day long: one hiccup uses its budget up, and it never comes back. */
    @Test
    void aLongRequestIsDecidedAgainAfterAHiccup() throws Exception {
        RedisStore store = redis.store(redis.link(), TestRedis.breaker("stream"), Duration.ofMillis(100));
        WaitBudget ofTheStream = new WaitBudget();
        assertThat(store.decide(List.of(CHECK), true, ofTheStream).isAllowed()).isTrue();
        server.pause();
        assertThatThrownBy(() -> store.decide(List.of(CHECK), true, ofTheStream))
                .hasMessageContaining("no answer");
        server.resume();
        Awaitility.await().ignoreExceptions().until(() -> take(store));

        TimeUnit.SECONDS.sleep(3);
        assertThat(store.decide(List.of(CHECK), true, ofTheStream).isAllowed()).isTrue();
    }

    @Test
    void aUsedUpBudgetSendsNothing() throws Exception {
        RedisStore store = redis.store(redis.link(), TestRedis.breaker("budget"), Duration.ofMillis(100));
        take(store);
        WaitBudget used = new WaitBudget();
        used.spend(Duration.ofSeconds(1).toNanos(), System.nanoTime(), Duration.ofMillis(100));
        long before = evals();
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> store.decide(List.of(CHECK), true, used))
                    .isInstanceOf(StoreFailureException.class);
        }
        TimeUnit.MILLISECONDS.sleep(200);
        System.out.println("calls sent for nothing " + (evals() - before) + ", stays " + inPlaces(store));
        assertThat(evals() - before).isZero();
    }

    private long evals() {
        return redis.commands()
                .info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_evalsha"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf("calls=") + 6, line.indexOf(','))))
                .sum();
    }

    /** DESIGN 8: a call's place in flight is free again at its deadline. */
    @Test
    void placesAreFreeAtTheDeadlineAlthoughAllCallersWereInterrupted() throws Exception {
        CircuitBreaker resilience = CircuitBreaker.of("i", TestRedis.config().build());
        resilience.transitionToDisabledState();
        RedisStore store = redis.store(redis.link(), new StoreBreaker(resilience), Duration.ofSeconds(1));
        take(store);
        server.pause();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 10; i++) { // two alone in the places, eight wait
            Thread caller = new Thread(() -> {
                try {
                    take(store);
                } catch (StoreFailureException expected) {
                    // interrupted
                }
            });
            caller.start();
            callers.add(caller);
            TimeUnit.MILLISECONDS.sleep(20);
        }
        TimeUnit.MILLISECONDS.sleep(100);
        callers.subList(0, 2).forEach(Thread::interrupt); // frees the places: the others leave in one or two calls
        TimeUnit.MILLISECONDS.sleep(100);
        callers.subList(2, 10).forEach(Thread::interrupt);
        for (Thread caller : callers) {
            caller.join();
        }
        TimeUnit.SECONDS.sleep(2);
        System.out.println("after interrupts places " + inPlaces(store));
        assertThat(inPlaces(store)).isZero();
    }

    @Test
    void aHangingListenerEndsWithTheApplication() throws Exception {
        EventThread events = new EventThread();
        CountDownLatch begun = new CountDownLatch(1);
        Thread[] worker = new Thread[1];
        events.tell("x", () -> {
            worker[0] = Thread.currentThread();
            begun.countDown();
            try {
                TimeUnit.SECONDS.sleep(60);
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        });
        begun.await();
        events.close();
        worker[0].join(2_000);
        assertThat(worker[0].isAlive()).isFalse();
    }

    /** Interrupts, deadlines of 1 to 60 ms, freezes, kills of connections, a breaker that flaps. */
    @Test
    void bearsAllAtOnce() throws Exception {
        CircuitBreaker resilience =
                CircuitBreaker.of("all", TestRedis.config(Duration.ofMillis(20)).build());
        StoreBreaker breaker = new StoreBreaker(resilience);
        Duration deadline = Duration.ofMillis(60);
        RedisStore store = redis.store(redis.link(), breaker, deadline);
        Queue2 threads = new Queue2();
        Calls calls;
        try (Load load = Load.start(150, Duration.ofMillis(2), () -> {
            threads.add(Thread.currentThread());
            WaitBudget budget = new WaitBudget();
            budget.spend(
                    TimeUnit.MILLISECONDS.toNanos(ThreadLocalRandom.current().nextInt(7, 59)),
                    System.nanoTime(),
                    deadline);
            try {
                return store.decide(List.of(CHECK), true, budget).isAllowed() ? "ok" : "refused";
            } catch (StoreFailureException failure) {
                Thread.interrupted();
                return failure.isNews() ? "failed" : "not asked";
            } finally {
                Thread.interrupted();
            }
        })) {
            Thread interrupter = new Thread(() -> {
                while (!threads.stopped) {
                    threads.interruptOne();
                    java.util.concurrent.locks.LockSupport.parkNanos(500_000);
                }
            });
            interrupter.start();
            for (int i = 0; i < 150; i++) {
                switch (i % 3) {
                    case 0 -> {
                        server.pause();
                        TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(10, 200));
                        server.resume();
                    }
                    case 1 ->
                        redis.commands()
                                .clientKill(io.lettuce.core.KillArgs.Builder.typeNormal()
                                        .skipme());
                    default -> redis.commands().scriptFlush();
                }
                TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(5, 60));
            }
            threads.stopped = true;
            interrupter.join();
            calls = load.stop();
        }
        System.out.println("all at once " + calls.labels() + " worst " + calls.worst() + " places " + inPlaces(store)
                + " state " + resilience.getState());
        Awaitility.await()
                .ignoreExceptions()
                .until(() -> take(store) && resilience.getState() == CircuitBreaker.State.CLOSED);
        TimeUnit.SECONDS.sleep(4);
        long clients = redis.commands()
                .clientList()
                .lines()
                .filter(l -> l.contains("name=ratelimit"))
                .count();
        System.out.println("clients " + clients + " places " + inPlaces(store));
        assertThat(clients).isEqualTo(1);
        assertThat(calls.labels().keySet()).isSubsetOf("ok", "failed", "not asked");
        assertThat(inPlaces(store)).isZero();
    }

    private static final class Queue2 {
        private final Set<Thread> threads = java.util.concurrent.ConcurrentHashMap.newKeySet();
        volatile boolean stopped;

        void add(Thread thread) {
            threads.add(thread);
        }

        void interruptOne() {
            List<Thread> all = List.copyOf(threads);
            if (!all.isEmpty()) {
                all.get(ThreadLocalRandom.current().nextInt(all.size())).interrupt();
            }
        }
    }
}
