package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitCircuitBreakerEvent;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** Contexts come and go, in an outage too. */
@Timeout(180)
@ExtendWith(OutputCaptureExtension.class)
class ContextLifeTests {

    private static CircuitBreakerRegistry registry = CircuitBreakerRegistry.ofDefaults();

    private final RedisServer redis = RedisServer.start();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Shared {

        @Bean
        CircuitBreakerRegistry circuitBreakerRegistry() {
            return registry; // one of the whole JVM
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Plain {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Hanging {

        @EventListener
        void on(RateLimitCircuitBreakerEvent event) throws InterruptedException {
            TimeUnit.SECONDS.sleep(20);
        }
    }

    @AfterEach
    void stop() {
        try {
            redis.resume();
        } catch (IllegalStateException killed) {
            // by the test
        }
        redis.close();
    }

    private ConfigurableApplicationContext start(Class<?> source, String... more) {
        String[] base = {
            "spring.main.web-application-type=none",
            "spring.data.redis.port=" + redis.port(),
            "ratelimit.policies.p.limit=1000000/1h",
            "ratelimit.policies.p.on-store-failure=closed"
        };
        String[] all = java.util.stream.Stream.concat(java.util.Arrays.stream(base), java.util.Arrays.stream(more))
                .toArray(String[]::new);
        return RunningApplication.run(source, all);
    }

    private static String ask(ConfigurableApplicationContext context) {
        return context.getBean(RateLimiter.class)
                .tryAcquire(RateLimitCheck.of("p", "ana"))
                .results()
                .get(0)
                .basis()
                .toString();
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("ratelimit") || name.startsWith("lettuce"))
                .collect(Collectors.toSet());
    }

    @Test
    void aClosedContextIsForgottenByARegistryThatLivesOn(CapturedOutput output) throws Exception {
        registry = CircuitBreakerRegistry.ofDefaults();
        for (int i = 0; i < 3; i++) {
            start(Shared.class).close();
        }
        registry.circuitBreaker("ratelimit").transitionToOpenState();
        TimeUnit.MILLISECONDS.sleep(300);
        assertThat(output).doesNotContain("Listeners do not keep up").doesNotContain("is open (by hand)");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leavesNoThreadWhenClosedInAnOutage(boolean frozen) throws Exception {
        Set<String> before = threads();
        ConfigurableApplicationContext context = start(Plain.class);
        assertThat(ask(context)).isEqualToIgnoringCase("store");
        if (frozen) {
            redis.pause();
        } else {
            redis.kill();
        }
        for (int i = 0; i < 300; i++) {
            ask(context);
        }
        TimeUnit.MILLISECONDS.sleep(frozen ? 1_500 : 700);
        long begin = System.nanoTime();
        context.close();
        System.out.println("close took " + Duration.ofNanos(System.nanoTime() - begin));
        Awaitility.await().atMost(Duration.ofSeconds(15)).untilAsserted(() -> {
            Set<String> left = threads();
            left.removeAll(before);
            assertThat(left).isEmpty();
        });
    }

    @Test
    void aListenerThatHangsHoldsUpNothing(CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext context = start(
                Hanging.class,
                "ratelimit.redis.deadline=200ms",
                "ratelimit.circuit-breaker.wait-duration-in-open-state=100ms")) {
            assertThat(ask(context)).isEqualToIgnoringCase("store");
            for (int round = 0; round < 3; round++) {
                redis.kill();
                for (int i = 0; i < 100; i++) {
                    ask(context);
                }
                redis.restart();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(8))
                        .until(() -> ask(context).equalsIgnoreCase("store"));
            }
        }
        Awaitility.await()
                .pollDelay(Duration.ofSeconds(2))
                .atMost(Duration.ofSeconds(3))
                .untilAsserted(() -> assertThat(threads()).doesNotContain("ratelimit-events"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"automatic", "interval", "time-based", "max-half-open", "ignore", "consumer", "interval-throws"})
    void bearsAnOddBreaker(String kind) throws Exception {
        CircuitBreakerConfig.Builder config = CircuitBreakerConfig.custom()
                .slidingWindowSize(10)
                .minimumNumberOfCalls(5)
                .permittedNumberOfCallsInHalfOpenState(2);
        if (!kind.startsWith("interval")) {
            config.waitDurationInOpenState(Duration.ofMillis(300));
        }
        switch (kind) {
            case "automatic" -> config.automaticTransitionFromOpenToHalfOpenEnabled(true);
            case "interval" ->
                config.waitIntervalFunctionInOpenState(IntervalFunction.ofExponentialRandomBackoff(
                        Duration.ofMillis(100), 2, 0.5, Duration.ofSeconds(2)));
            case "interval-throws" ->
                config.waitIntervalFunctionInOpenState(attempt -> {
                    throw new IllegalStateException("on purpose");
                });
            case "time-based" -> config.slidingWindowType(CircuitBreakerConfig.SlidingWindowType.TIME_BASED);
            case "max-half-open" -> config.maxWaitDurationInHalfOpenState(Duration.ofMillis(200));
            case "ignore" -> config.ignoreException(failure -> true);
            default -> {}
        }
        registry = CircuitBreakerRegistry.ofDefaults();
        CircuitBreaker breaker = registry.circuitBreaker("ratelimit", config.build());
        if (kind.equals("consumer")) {
            breaker.getEventPublisher().onEvent(event -> {
                throw new IllegalStateException("on purpose");
            });
        }
        try (ConfigurableApplicationContext context = start(Shared.class, "ratelimit.redis.deadline=300ms")) {
            assertThat(ask(context)).isEqualToIgnoringCase("store");
            for (int round = 0; round < 2; round++) {
                if (round == 0) {
                    redis.pause();
                } else {
                    redis.kill();
                }
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
                while (System.nanoTime() < end) {
                    try {
                        ask(context);
                    } catch (RuntimeException failure) {
                        System.out.println(kind + " threw " + failure);
                    }
                    TimeUnit.MILLISECONDS.sleep(5);
                }
                System.out.println(kind + " round " + round + " " + breaker.getState());
                if (round == 0) {
                    redis.resume();
                } else {
                    redis.restart();
                }
                Awaitility.await()
                        .pollInterval(Duration.ofMillis(20))
                        .atMost(Duration.ofSeconds(10))
                        .ignoreExceptions()
                        .until(() -> ask(context).equalsIgnoreCase("store"));
                for (int i = 0; i < 5; i++) {
                    assertThat(ask(context)).isEqualToIgnoringCase("store");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1ms", "1m"})
    void bearsOddDeadlines(String deadline) throws Exception {
        try (ConfigurableApplicationContext context = start(Plain.class, "ratelimit.redis.deadline=" + deadline)) {
            int store = 0;
            for (int i = 0; i < 200; i++) {
                store += ask(context).equalsIgnoreCase("store") ? 1 : 0;
            }
            System.out.println(deadline + " store " + store + " " + ask(context));
            redis.kill();
            long begin = System.nanoTime();
            for (int i = 0; i < 200; i++) {
                ask(context);
            }
            System.out.println(deadline + " 200 in outage " + Duration.ofNanos(System.nanoTime() - begin));
            redis.restart();
            for (int i = 0; i < 8; i++) {
                int again = 0;
                for (int j = 0; j < 100; j++) {
                    again += ask(context).equalsIgnoreCase("store") ? 1 : 0;
                    TimeUnit.MILLISECONDS.sleep(10);
                }
                System.out.println(deadline + " after restart, of 100: " + again);
            }
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(5))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> ask(context).equalsIgnoreCase("store"));
        }
    }

    /** Redis accepts connections and says nothing: the link's thread waits for the handshake when the context closes. */
    @Test
    void leavesNoThreadWhenClosedWhileItConnects() throws Exception {
        Set<String> before = threads();
        redis.pause();
        ConfigurableApplicationContext context = start(Plain.class);
        TimeUnit.MILLISECONDS.sleep(200);
        context.close();
        Awaitility.await().atMost(Duration.ofSeconds(15)).untilAsserted(() -> {
            Set<String> left = threads();
            left.removeAll(before);
            assertThat(left).isEmpty();
        });
        redis.resume();
        TimeUnit.SECONDS.sleep(1);
        try (io.lettuce.core.RedisClient client =
                io.lettuce.core.RedisClient.create(io.lettuce.core.RedisURI.create(redis.host(), redis.port()))) {
            assertThat(client.connect().sync().clientList()).doesNotContain("name=ratelimit");
        }
    }

    /** An operator opens it, long after a failure that is over. */
    @Test
    void theLogSaysThatItWasOpenedByHand(CapturedOutput output) throws Exception {
        registry = CircuitBreakerRegistry.ofDefaults();
        try (ConfigurableApplicationContext context = start(Shared.class, "ratelimit.redis.deadline=200ms")) {
            assertThat(ask(context)).isEqualToIgnoringCase("store");
            redis.pause();
            ask(context);
            redis.resume();
            Awaitility.await().until(() -> ask(context).equalsIgnoreCase("store"));
            registry.circuitBreaker("ratelimit").transitionToForcedOpenState();
            assertThat(output).contains("is open (by hand)");
        }
    }

    /** Boot 4 can stop and start a context; the limiter works on. */
    @Test
    void bearsStopAndStart() {
        try (ConfigurableApplicationContext context = start(Plain.class)) {
            for (int i = 0; i < 3; i++) {
                context.stop();
                context.start();
                assertThat(ask(context)).isEqualToIgnoringCase("store");
            }
        }
    }

    /** Two contexts with the same registry and different Redis: one's outage is not the other's. */
    @Test
    void anotherContextsOutageIsNotThisOnes() {
        registry = CircuitBreakerRegistry.ofDefaults();
        RedisServer other = RedisServer.start();
        try (ConfigurableApplicationContext first = start(Shared.class);
                ConfigurableApplicationContext second = start(Shared.class, "spring.data.redis.port=" + other.port())) {
            assertThat(ask(first)).isEqualToIgnoringCase("store");
            other.kill();
            for (int i = 0; i < 100; i++) {
                ask(second);
            }
            assertThat(ask(first)).isEqualToIgnoringCase("store");
        } finally {
            other.close();
        }
    }
}
