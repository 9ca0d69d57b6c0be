package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import io.github.ratelimit.testing.Calls;
import io.github.ratelimit.testing.DelayingProxy;
import io.github.ratelimit.testing.Load;
import io.github.ratelimit.testing.RedisServer;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What is charged in the end is what was allowed by the store: late answers are given back, nothing is charged twice. */
@Timeout(120)
class ConservationTests {

    private static final long COUNT = 1_000_000_000;
    private static final ResolvedCheck CHECK = ResolvedChecks.of(
            RateLimitPolicy.of("late", Quota.of(COUNT + "/365d"))
                    .withAlgorithm(io.github.ratelimit.Algorithm.FIXED_WINDOW),
            "ana",
            1);

    private final RedisServer server = RedisServer.start();
    private final DelayingProxy proxy = DelayingProxy.before(server);
    private final LettuceConnectionFactory factory = new LettuceConnectionFactory("127.0.0.1", proxy.port());
    private final TestRedis direct = TestRedis.of(server, DecisionScript.load());
    private final RedisLink link = link();

    private RedisLink link() {
        factory.afterPropertiesSet();
        RedisLink fresh = new RedisLink(
                LettuceConnector.like(factory), direct.script(), new CallWriter(direct.prefix()).warmUp());
        fresh.start();
        assertThat(fresh.awaitConnected(Duration.ofSeconds(20))).isTrue();
        return fresh;
    }

    @AfterEach
    void close() {
        server.resume();
        link.close();
        factory.destroy();
        proxy.close();
        direct.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"latency", "freeze", "latency-open", "freeze-open"})
    void chargesWhatItAllowed(String kind) throws Exception {
        CircuitBreaker resilience =
                CircuitBreaker.of("c", TestRedis.config(Duration.ofMillis(100)).build());
        if (!kind.endsWith("open")) {
            resilience.transitionToDisabledState();
        }
        RedisStore store = direct.store(link, new StoreBreaker(resilience), Duration.ofMillis(50));
        Calls calls;
        try (Load load = Load.start(60, Duration.ofMillis(1), () -> {
            try {
                return store.decide(List.of(CHECK), true, new WaitBudget()).isAllowed() ? "ok" : "refused";
            } catch (StoreFailureException failure) {
                return failure.isNews() ? "failed" : "not asked";
            }
        })) {
            for (int i = 0; i < 60; i++) {
                int millis = ThreadLocalRandom.current().nextInt(20, 150);
                if (kind.startsWith("latency")) {
                    proxy.delayAnswers(millis);
                    TimeUnit.MILLISECONDS.sleep(100);
                    proxy.delayAnswers(0);
                } else {
                    server.pause();
                    TimeUnit.MILLISECONDS.sleep(millis);
                    server.resume();
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
            calls = load.stop();
        }
        TimeUnit.SECONDS.sleep(2);
        Map<String, Long> labels = calls.labels();
        long left = direct.store()
                .decide(List.of(CHECK.withCost(0)), false)
                .results()
                .get(0)
                .usages()
                .get(0)
                .remaining();
        System.out.println(kind + " " + labels + " charged " + (COUNT - left) + " worst " + calls.worst());
        assertThat(COUNT - left).isEqualTo(labels.get("ok"));
    }

    @Test
    void aMillisecondIsEnoughForMost() throws Exception {
        CircuitBreaker resilience = CircuitBreaker.of("c", TestRedis.config().build());
        resilience.transitionToDisabledState();
        for (int millis : new int[] {1, 2, 5, 20, 1}) {
            RedisStore store = direct.store(direct.link(), new StoreBreaker(resilience), Duration.ofMillis(millis));
            int ok = 0;
            long nanos = 0;
            String why = "";
            for (int i = 0; i < 3_000; i++) {
                long begin = System.nanoTime();
                try {
                    store.decide(List.of(CHECK), true, new WaitBudget());
                    ok++;
                    nanos += System.nanoTime() - begin;
                } catch (StoreFailureException failure) {
                    why = failure.getMessage();
                }
            }
            System.out.println("deadline " + millis + " ms: answered " + ok + " of 3000, mean "
                    + nanos / Math.max(1, ok) / 1000 + " µs, " + why);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void returnsWithAShortDeadline(int millis) throws Exception {
        CircuitBreaker resilience =
                CircuitBreaker.of("c", TestRedis.config(Duration.ofMillis(500)).build());
        RedisStore store = direct.store(direct.link(), new StoreBreaker(resilience), Duration.ofMillis(millis));
        for (int i = 0; i < 2_000; i++) {
            try {
                store.decide(List.of(CHECK), true, new WaitBudget());
            } catch (StoreFailureException warm) {
                TimeUnit.MICROSECONDS.sleep(500);
            }
        }
        System.out.println("warm: " + resilience.getState());
        server.kill();
        for (int i = 0; i < 100; i++) {
            try {
                store.decide(List.of(CHECK), true, new WaitBudget());
            } catch (StoreFailureException expected) {
                TimeUnit.MILLISECONDS.sleep(2);
            }
        }
        server.restart();
        java.util.Map<String, Integer> reasons = new java.util.TreeMap<>();
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(12)) {
            try {
                store.decide(List.of(CHECK), true, new WaitBudget());
                reasons.merge("ok", 1, Integer::sum);
            } catch (StoreFailureException failure) {
                reasons.merge(failure.getMessage(), 1, Integer::sum);
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        System.out.println("deadline " + millis + " ms: " + reasons + " " + resilience.getState());
    }

    /** A firewall forgets the connection; new ones work at once. A service that is asked twice a second finds Redis again. */
    @Test
    void aHalfDeadConnectionIsNoticedWithFewRequests() throws Exception {
        RedisStore store = direct.store(
                link, new StoreBreaker(CircuitBreaker.of("c", TestRedis.config().build())), Duration.ofMillis(200));
        for (int i = 0; i < 30; i++) {
            store.decide(List.of(CHECK), true, new WaitBudget());
        }
        proxy.fallSilent();
        proxy.speakAgain();
        long begin = System.nanoTime();
        int failed = 0;
        while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(30)) {
            try {
                store.decide(List.of(CHECK), true, new WaitBudget());
                break;
            } catch (StoreFailureException failure) {
                failed++;
                TimeUnit.MILLISECONDS.sleep(500);
            }
        }
        System.out.println(
                "half dead: " + failed + " failed, back after " + (System.nanoTime() - begin) / 1_000_000 + " ms");
        assertThat(failed).isLessThan(6);
    }

    /** The breaker is disabled by the operator, or never opens: what was sent to a frozen Redis must not pile up. */
    @Test
    void aFrozenRedisPilesNothingUp() throws Exception {
        CircuitBreaker resilience = CircuitBreaker.of("c", TestRedis.config().build());
        resilience.transitionToDisabledState();
        RedisStore store = direct.store(direct.link(), new StoreBreaker(resilience), Duration.ofMillis(1));
        server.pause();
        long before = FailurePathTests.used();
        try (Load load = Load.start(20, Duration.ofMillis(1), () -> {
            try {
                return String.valueOf(
                        store.decide(List.of(CHECK), true, new WaitBudget()).isAllowed());
            } catch (StoreFailureException failure) {
                return "failed";
            }
        })) {
            TimeUnit.SECONDS.sleep(10);
            System.out.println("frozen 10 s " + load.stop().labels());
        }
        System.out.println("piled up " + (FailurePathTests.used() - before) / 1024 + " KiB in 10 s");
    }
}
