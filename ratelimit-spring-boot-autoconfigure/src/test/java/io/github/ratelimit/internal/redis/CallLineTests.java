package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.StoreNotAskedException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import io.github.ratelimit.testing.RedisServer;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who leaves for Redis when, alone or with others. */
@Timeout(60)
class CallLineTests {

    private static final Duration PATIENT = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final RateLimitPolicy POLICY = RateLimitPolicy.of("line", Quota.of("1000/1h"));

    private final RedisServer server = RedisServer.start();
    private final TestRedis redis = TestRedis.of(server, DecisionScript.load());
    private final CircuitBreaker resilience =
            CircuitBreaker.of("line", TestRedis.config().build());
    private final StoreBreaker breaker = new StoreBreaker(resilience);
    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        server.resume();
        callers.shutdownNow();
        redis.close();
        server.close();
    }

    private static ResolvedCheck check(String key) {
        return ResolvedChecks.of(POLICY, key, 1);
    }

    private static boolean take(RedisStore store, String key, WaitBudget budget) {
        try {
            return store.decide(List.of(check(key)), true, budget).isAllowed();
        } catch (StoreFailureException failure) {
            throw new CompletionException(failure);
        }
    }

    private CompletableFuture<Boolean> taken(RedisStore store, String key) {
        return CompletableFuture.supplyAsync(() -> take(store, key, new WaitBudget()), callers);
    }

    private List<CompletableFuture<Boolean>> taken(RedisStore store, int times) {
        List<CompletableFuture<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            all.add(taken(store, "key" + i % 7));
        }
        return all;
    }

    private static void awaitWaiting(List<? extends CompletableFuture<?>> calls) {
        // Each has begun when its thread is parked; nothing tells from outside, so the paused server gives them time.
        Awaitility.await()
                .pollDelay(Duration.ofMillis(500))
                .until(() -> calls.stream().noneMatch(CompletableFuture::isDone));
    }

    @Test
    void whoComesWhileCallsAreInFlightLeavesTogether() {
        RedisStore store = redis.store(redis.link(), breaker, PATIENT);
        take(store, "warm", new WaitBudget());
        long before = redis.scriptCalls();
        server.pause();
        List<CompletableFuture<Boolean>> inPlaces = HeldCallers.inAllPlaces(store, check("key0"));
        List<CompletableFuture<Boolean>> calls = taken(store, 40);
        awaitWaiting(calls);
        server.resume();

        HeldCallers.awaitAllowed(inPlaces);
        HeldCallers.awaitAllowed(calls);
        assertThat(redis.scriptCalls() - before).isEqualTo(inPlaces.size() + 1);
        assertThat(redis.commands().keys("*:line")).hasSize(8);
    }

    /** Else whoever comes while a distant Redis is on its way to answer waits for two answers. */
    @Test
    void whoComesWhileAnswersTakeLongLeavesSoon() {
        RedisStore store = redis.store(redis.link(), breaker, PATIENT);
        take(store, "warm", new WaitBudget());
        server.pause();

        List<CompletableFuture<Boolean>> calls = HeldCallers.inAllPlaces(store, check("distant"));
        assertThat(calls).hasSize(16).noneMatch(CompletableFuture::isDone); // and each has been sent
        server.resume();
        HeldCallers.awaitAllowed(calls);
    }

    @Test
    void aCallCarriesABoundedNumberOfChecks() {
        RedisStore store = redis.store(redis.link(), breaker, PATIENT);
        take(store, "warm", new WaitBudget());
        long before = redis.scriptCalls();
        server.pause();
        List<CompletableFuture<Boolean>> inPlaces = HeldCallers.inAllPlaces(store, check("key0"));
        List<CompletableFuture<Boolean>> calls = taken(store, 64 + 64 + 1);
        awaitWaiting(calls);
        server.resume();

        HeldCallers.awaitAllowed(inPlaces);
        HeldCallers.awaitAllowed(calls);
        assertThat(redis.scriptCalls() - before).isEqualTo(inPlaces.size() + 3);
    }

    @Test
    void whoGivesUpBeforeItLeavesTakesItsRequestAlong() {
        RedisStore store = redis.store(redis.link(), breaker, PATIENT);
        take(store, "warm", new WaitBudget());
        server.pause();
        List<CompletableFuture<Boolean>> inFlight = HeldCallers.inAllPlaces(store, check("key0"));
        WaitBudget nearlyUsedUp = new WaitBudget();
        nearlyUsedUp.spend(PATIENT.minus(SHORT).toNanos(), System.nanoTime(), PATIENT);
        assertThatThrownBy(() -> take(store, "given-up", nearlyUsedUp)).hasMessageContaining("no answer from Redis");
        server.resume();

        HeldCallers.awaitAllowed(inFlight);
        assertThat(take(store, "after", new WaitBudget())).isTrue();
        assertThat(redis.commands().exists(redis.key("line", "given-up"))).isZero();
    }

    @Test
    void aPlaceIsFreeAgainAtTheDeadline() {
        resilience.transitionToDisabledState();
        RedisStore store = redis.store(redis.link(), breaker, SHORT);
        server.pause();
        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> take(store, "frozen", new WaitBudget())).hasMessageContaining("no answer");
        }
        server.resume();

        Awaitility.await().ignoreExceptions().until(() -> take(store, "thawed", new WaitBudget()));
    }

    @Test
    void aPlaceIsFreeAgainWhenItsCallersAreInterrupted() {
        RedisStore store = redis.store(redis.link(), breaker, PATIENT);
        server.pause();
        List<CompletableFuture<Boolean>> calls = taken(store, 20);
        awaitWaiting(calls);
        callers.shutdownNow();
        assertThat(calls).allSatisfy(call -> assertThatThrownBy(call::join).hasMessageContaining("interrupted"));
        server.resume();

        assertThat(take(store, "next", new WaitBudget())).isTrue();
        assertThat(resilience.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    @Test
    void halfOpenAFewLeaveAloneAndAllOthersAreRefusedAtOnce() throws Exception {
        RedisStore store = redis.store(redis.link(), breaker, PATIENT);
        take(store, "warm", new WaitBudget());
        long before = redis.scriptCalls();
        resilience.transitionToOpenState();
        Awaitility.await().until(() -> redis.link().session() != null);
        resilience.transitionToHalfOpenState();
        server.pause();
        List<CompletableFuture<Boolean>> calls = taken(store, 12);
        Awaitility.await()
                .until(() -> calls.stream().filter(CompletableFuture::isDone).count() == 9);
        TimeUnit.MILLISECONDS.sleep(100);
        List<CompletableFuture<Boolean>> probes =
                calls.stream().filter(call -> !call.isDone()).toList();
        assertThat(probes).hasSize(3);
        assertThat(calls.stream().filter(CompletableFuture::isDone))
                .allSatisfy(call -> assertThatThrownBy(call::join).hasCauseInstanceOf(StoreNotAskedException.class));
        server.resume();

        assertThat(probes).allSatisfy(call -> assertThat(call.join()).isTrue());
        assertThat(redis.scriptCalls() - before).isGreaterThanOrEqualTo(3);
        assertThat(breaker.isClosed()).isTrue();
    }

    @Test
    void anInterruptedProbeGivesItsPermissionBack() {
        RedisStore store = redis.store(redis.link(), breaker, PATIENT);
        resilience.transitionToOpenState();
        Awaitility.await().until(() -> redis.link().session() != null);
        resilience.transitionToHalfOpenState();
        server.pause();
        List<CompletableFuture<Boolean>> probes = taken(store, 3);
        awaitWaiting(probes);
        callers.shutdownNow();
        assertThat(probes).allSatisfy(call -> assertThatThrownBy(call::join).hasMessageContaining("interrupted"));
        server.resume();

        for (int i = 0; i < 3; i++) {
            assertThat(take(store, "next", new WaitBudget())).isTrue();
        }
        assertThat(breaker.isClosed()).isTrue();
    }

    @Test
    void aListenerThatFailsKeepsNoAnswerFromItsCaller() {
        RedisStore store = redis.store(redis.link(), breaker, PATIENT);
        store.onCallEnd((end, nanos, requests) -> {
            throw new IllegalStateException("broken on purpose");
        });

        for (int i = 0; i < 5; i++) {
            assertThat(take(store, "measured", new WaitBudget())).isTrue();
        }
    }
}
