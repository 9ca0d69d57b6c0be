package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import io.github.ratelimit.testing.Load;
import io.github.ratelimit.testing.RedisServer;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.test.util.ReflectionTestUtils;

/** A caller's deadline ends while another thread puts its request into a call that has not left yet. */
@Timeout(120)
class GatheringRaceTests {

    private static final ResolvedCheck CHECK =
            ResolvedChecks.of(RateLimitPolicy.of("race", Quota.of("1000000/1h")), "ana", 1);

    private final RedisServer server = RedisServer.start();
    private final TestRedis redis = TestRedis.of(server, DecisionScript.load());
    private final CircuitBreaker resilience =
            CircuitBreaker.of("race", TestRedis.config(Duration.ofMillis(30)).build());
    private final StoreBreaker breaker = new StoreBreaker(resilience);

    @AfterEach
    void stop() {
        server.resume();
        redis.close();
        server.close();
    }

    private static CallLine line(RedisStore store) {
        return (CallLine) ReflectionTestUtils.getField(store, "line");
    }

    private static int inPlaces(CallLine line) {
        return ((AtomicInteger) ReflectionTestUtils.getField(line, "inPlaces")).get();
    }

    @Test
    void freezesUnderLoadLeaveNothingBehind() throws Exception {
        storm(Duration.ofMillis(5), 200);
    }

    /** As an application has it: 50 ms, the breaker's defaults but for a shorter wait, and a Redis that freezes now and then. */
    @Test
    void freezesWithTheDefaultsLeaveNothingBehind() throws Exception {
        CircuitBreaker usual = CircuitBreaker.of(
                "usual", TestRedis.config(Duration.ofMillis(500)).build());
        RedisStore store = redis.store(redis.link(), new StoreBreaker(usual), Duration.ofMillis(50));
        CallLine line = line(store);
        Map<String, Long> labels;
        try (Load load = Load.start(64, Duration.ofMillis(2), () -> {
            try {
                return store.decide(List.of(CHECK), true, new WaitBudget()).isAllowed() ? "ok" : "refused";
            } catch (StoreFailureException failure) {
                return failure.isNews() ? "failed" : "not asked";
            }
        })) {
            for (int i = 0; i < 30; i++) {
                server.pause();
                TimeUnit.MILLISECONDS.sleep(400);
                server.resume();
                TimeUnit.MILLISECONDS.sleep(900);
            }
            labels = load.stop().labels();
        }
        System.out.println("defaults " + labels + " places " + inPlaces(line));
        Awaitility.await()
                .ignoreExceptions()
                .until(() ->
                        store.decide(List.of(CHECK), true, new WaitBudget()).isAllowed());
        assertThat(inPlaces(line)).isZero();
    }

    private void storm(Duration deadline, int callers) throws Exception {
        RedisStore store = redis.store(redis.link(), breaker, deadline);
        CallLine line = line(store);
        List<Map<String, Long>> labels = new ArrayList<>();
        try (Load load = Load.start(callers, Duration.ofMillis(1), () -> {
            try {
                return store.decide(List.of(CHECK), true, new WaitBudget()).isAllowed() ? "ok" : "refused";
            } catch (StoreFailureException failure) {
                return failure.isNews() ? "failed" : "not asked";
            }
        })) {
            for (int i = 0; i < 150; i++) {
                server.pause();
                TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(10, 100));
                server.resume();
                TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(10, 100));
            }
            labels.add(load.stop().labels());
        }
        System.out.println(labels + " places " + inPlaces(line));
        Awaitility.await()
                .ignoreExceptions()
                .until(() ->
                        store.decide(List.of(CHECK), true, new WaitBudget()).isAllowed());
        assertThat(inPlaces(line)).isZero();
        assertThat(labels.get(0)).containsOnlyKeys("ok", "failed", "not asked");
    }
}
