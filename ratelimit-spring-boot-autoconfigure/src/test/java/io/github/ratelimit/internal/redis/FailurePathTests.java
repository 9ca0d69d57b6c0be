package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitCircuitBreakerEvent;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import io.github.ratelimit.testing.Calls;
import io.github.ratelimit.testing.Load;
import io.github.ratelimit.testing.RedisServer;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.lettuce.core.KillArgs;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.util.ReflectionTestUtils;

/** What failures leave behind: nothing. */
@Timeout(120)
@ParameterizedClass
@EnumSource
class FailurePathTests {

    private static final Duration PATIENT = TestRedis.GENEROUS;
    private static final ResolvedCheck CHECK =
            ResolvedChecks.of(RateLimitPolicy.of("path", Quota.of("1000000000/1h")), "ana", 1);

    private final RedisServer server = RedisServer.start();
    private final TestRedis redis;

    FailurePathTests(Client client) {
        redis = TestRedis.of(server, client);
    }

    @AfterEach
    void stop() {
        server.resume();
        redis.close();
        server.close();
    }

    private static boolean take(RedisStore store, WaitBudget budget) throws StoreFailureException {
        return store.decide(List.of(CHECK), true, budget).isAllowed();
    }

    private static WaitBudget budgetOf(long millis) {
        WaitBudget budget = new WaitBudget();
        budget.spend(PATIENT.minusMillis(millis).toNanos(), System.nanoTime(), PATIENT);
        return budget;
    }

    private long clients() {
        return redis.commands()
                .clientList()
                .lines()
                .filter(client -> client.contains("name=ratelimit"))
                .count();
    }

    private void killOthers() {
        redis.commands().clientKill(KillArgs.Builder.typeNormal().skipme());
    }

    private void assertPlacesAreFree(RedisStore store) {
        assertThat(HeldCallers.scriptCalls(server, redis, store, CHECK))
                .isEqualTo(HeldCallers.CALLS_WITH_ALL_PLACES_FREE);
    }

    @Test
    void aUsedUpBudgetSendsNothing() throws StoreFailureException {
        RedisStore store = redis.store(redis.link(), PATIENT);
        take(store, new WaitBudget());
        long before = redis.scriptCalls();
        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> take(store, budgetOf(0))).hasMessageContaining("has waited for Redis long enough");
        }
        take(store, new WaitBudget());

        assertThat(redis.scriptCalls() - before).isOne();
    }

    @Nested
    @ExtendWith(OutputCaptureExtension.class)
    class PlacesInFlight {

        /** The breaker may be the application's, with predicates of its own. */
        @Test
        void areFreeAfterABreakerThatThrows(CapturedOutput output) throws StoreFailureException {
            CircuitBreakerConfig config = CircuitBreakerConfig.from(
                            TestRedis.config().build())
                    .recordException(failure -> {
                        throw new IllegalStateException("a predicate of the application");
                    })
                    .build();
            RedisStore store =
                    redis.store(redis.link(), new StoreBreaker(CircuitBreaker.of("throws", config)), PATIENT);
            redis.commands().configSet("maxmemory-policy", "noeviction");
            redis.commands().configSet("maxmemory", "1");
            for (int i = 0; i < 4; i++) {
                assertThatThrownBy(() -> take(store, new WaitBudget())).hasMessageContaining("OOM");
            }
            redis.commands().configSet("maxmemory", "0");

            assertThat(take(store, new WaitBudget())).isTrue();
            assertPlacesAreFree(store);
            assertThat(output.getOut()).containsOnlyOnce("The circuit breaker of the rate limit store throws");
        }

        @Test
        void areFreeAfterLooksThatRedisDidNotAnswer() throws StoreFailureException {
            RedisStore store = redis.store(redis.link(), Duration.ofMillis(300));
            List<List<ResolvedCheck>> requests = Collections.nCopies(100, List.of(CHECK));
            assertThat(store.peekAll(requests)).hasSize(100).doesNotContainNull();

            server.pause();
            assertThat(store.peekAll(requests)).hasSize(100).containsOnlyNulls();
            server.resume();

            Awaitility.await().until(() -> !store.peekAll(requests).contains(null));
            assertPlacesAreFree(store);
        }

        /** What looks is in a call of its own, and others leave as if it was not there. */
        @Test
        void areNotTakenByLooks() {
            RedisStore store = redis.store(redis.link(), PATIENT);
            List<List<ResolvedCheck>> requests = Collections.nCopies(64, List.of(CHECK));
            CompletableFuture<List<ChargedDecision>> looks = new CompletableFuture<>();
            Thread looking = new Thread(() -> looks.complete(store.peekAll(requests)));
            long before = redis.scriptCalls();
            server.pause();
            looking.start();
            Awaitility.await().until(() -> HeldCallers.waits(looking));
            List<CompletableFuture<Boolean>> answers = HeldCallers.inAllPlaces(store, CHECK);
            server.resume();

            HeldCallers.awaitAllowed(answers);
            assertThat(looks)
                    .succeedsWithin(PATIENT)
                    .satisfies(decisions -> assertThat(decisions).doesNotContainNull());
            assertThat(redis.scriptCalls() - before).isEqualTo(1 + answers.size());
        }

        /** Those alone in their calls first: the others then leave together, and are interrupted on the way. */
        @Test
        void areFreeAfterAllCallersWereInterrupted() throws Exception {
            RedisStore store = redis.store(redis.link(), PATIENT);
            server.pause();
            Queue<String> endings = new ConcurrentLinkedQueue<>();
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                Thread caller = new Thread(() -> endings.add(ending(store)));
                caller.start();
                Awaitility.await().until(() -> HeldCallers.waits(caller));
                callers.add(caller);
            }
            callers.subList(0, 2).forEach(Thread::interrupt);
            for (Thread caller : callers.subList(0, 2)) {
                caller.join();
            }
            callers.subList(2, 10).forEach(Thread::interrupt);
            for (Thread caller : callers) {
                caller.join();
            }
            server.resume();

            assertThat(endings).hasSize(10).allMatch("the waiting thread was interrupted"::equals);
            settle(store);
            assertPlacesAreFree(store);
        }

        private static String ending(RedisStore store) {
            try {
                return "allowed: " + take(store, new WaitBudget());
            } catch (StoreFailureException failure) {
                return String.valueOf(failure.getMessage());
            }
        }

        /** Callers that leave after 1 to 60 ms or are interrupted, freezes, lost connections and scripts, a breaker that flaps. */
        @Test
        void areFreeAfterAllAtOnce() throws Exception {
            CircuitBreaker resilience = CircuitBreaker.of(
                    "all", TestRedis.config(Duration.ofMillis(20)).build());
            RedisStore store = redis.store(redis.link(), new StoreBreaker(resilience), PATIENT);
            Set<Thread> callers = ConcurrentHashMap.newKeySet();
            Calls calls;
            try (Load load = Load.start(60, Duration.ofMillis(2), () -> {
                callers.add(Thread.currentThread());
                return askHastily(store);
            })) {
                for (int i = 0; i < 40; i++) {
                    disturb(i, resilience);
                    callers.stream().skip(i).limit(10).forEach(Thread::interrupt);
                    TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(5, 60));
                }
                calls = load.stop();
            }
            assertThat(calls.labels()).containsKey("failed");
            assertThat(calls.labels().keySet()).isSubsetOf("ok", "failed", "not asked");

            Awaitility.await()
                    .ignoreExceptions()
                    .until(() -> take(store, budgetOf(1_000)) && resilience.getState() == CircuitBreaker.State.CLOSED);
            settle(store);
            assertPlacesAreFree(store);
        }

        private void disturb(int i, CircuitBreaker resilience) throws InterruptedException {
            switch (i % 4) {
                case 0 -> {
                    server.pause();
                    TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(10, 150));
                    server.resume();
                }
                case 1 -> killOthers();
                case 2 -> redis.commands().scriptFlush();
                default -> resilience.transitionToOpenState();
            }
        }

        private static String askHastily(RedisStore store) {
            try {
                return take(store, budgetOf(ThreadLocalRandom.current().nextInt(1, 60))) ? "ok" : "refused";
            } catch (StoreFailureException failure) {
                return failure.isNews() ? "failed" : "not asked";
            } finally {
                Thread.interrupted(); // the next call is to wait again
            }
        }

        /** Late answers give permits back by calls of their own; the second of two calls is behind the last of these. */
        private static void settle(RedisStore store) throws StoreFailureException {
            take(store, new WaitBudget());
            take(store, new WaitBudget());
        }
    }

    @Nested
    class Connections {

        /** Lettuce keeps each connection until it is closed, also those that Redis has closed; so does the list of Jedis's. */
        @Test
        void thatWereLostAreReleased() {
            List<WeakReference<Object>> lost = new ArrayList<>();
            RedisSession current = sessionAfter(null);
            for (int i = 0; i < 20; i++) {
                lost.add(new WeakReference<>(ReflectionTestUtils.getField(current, "connection")));
                killOthers();
                current = sessionAfter(current);
            }
            Awaitility.await().untilAsserted(() -> {
                System.gc();
                assertThat(lost)
                        .filteredOn(connection -> !connection.refersTo(null))
                        .hasSizeLessThan(3);
            });
            assertThat(clients()).isOne();
        }

        /** Redis is there all the time, so the breaker has nothing to open for: for as long as it stays open. */
        @Test
        void thatAreLostUnderLoadOpenNoBreaker() {
            StoreBreaker breaker = TestRedis.breaker("lost");
            Queue<RateLimitCircuitBreakerEvent> changes = new ConcurrentLinkedQueue<>();
            breaker.onChange(changes::add);
            RedisStore store = redis.store(redis.link(), breaker, PATIENT);
            Calls calls;
            try (Load load = Load.start(20, Duration.ofMillis(1), () -> {
                return take(store, new WaitBudget()) ? "ok" : "refused";
            })) {
                for (int i = 0; i < 10; i++) {
                    RedisSession current = sessionAfter(null);
                    long now = System.nanoTime();
                    Awaitility.await()
                            .until(() -> load.answeredSince(now).labels().containsKey("ok"));
                    killOthers();
                    sessionAfter(current);
                }
                calls = load.stop();
            }
            assertThat(calls.labels()).containsOnlyKeys("ok", "StoreFailureException");
            assertThat(changes).isEmpty();
        }

        private RedisSession sessionAfter(@Nullable RedisSession before) {
            return Awaitility.await()
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> redis.link().session(), session -> session != null && session != before);
        }

        /** Whether or not an operator has disabled the breaker. */
        @Test
        void toAFrozenRedisPileUpABoundedNumberOfCommands() {
            CircuitBreaker disabled =
                    CircuitBreaker.of("disabled", TestRedis.config().build());
            disabled.transitionToDisabledState();
            RedisStore store = redis.store(redis.link(), new StoreBreaker(disabled), PATIENT);
            long before = redis.scriptCalls();
            server.pause();
            for (int i = 0; i < 1_500; i++) {
                assertThatThrownBy(() -> take(store, budgetOf(1))).isInstanceOf(StoreFailureException.class);
            }
            server.resume();

            Awaitility.await().ignoreExceptions().until(() -> take(store, new WaitBudget()));
            assertThat(redis.scriptCalls() - before).isBetween(10L, 1_010L);
        }
    }
}
