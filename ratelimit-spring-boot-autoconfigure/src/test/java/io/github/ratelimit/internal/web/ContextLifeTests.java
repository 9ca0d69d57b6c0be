package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitCircuitBreakerEvent;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.internal.limiter.StoreStatus;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;

/** Contexts come and go, in an outage too, and beside a breaker of the application's that outlives them. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class ContextLifeTests {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final CircuitBreakerRegistry REGISTRY = CircuitBreakerRegistry.ofDefaults();

    private final RedisServer redis = RedisServer.start();
    private boolean frozen;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Plain {}

    @Import(Plain.class)
    static class WithRegistryOfTheJvm {

        private final AtomicInteger events = new AtomicInteger();

        @Bean
        CircuitBreakerRegistry circuitBreakerRegistry() {
            return REGISTRY;
        }

        @EventListener
        void on(RateLimitCircuitBreakerEvent event) {
            events.incrementAndGet();
        }
    }

    @Import(Plain.class)
    static class WithHangingListener {

        private final CountDownLatch hangs = new CountDownLatch(1);

        @EventListener
        void on(RateLimitCircuitBreakerEvent event) throws InterruptedException {
            hangs.countDown();
            new CountDownLatch(1).await();
        }
    }

    @Import(Plain.class)
    static class Failing {

        @Bean
        @DependsOn("rateLimitRedisLink") // which connects by now
        Object failing() {
            throw new IllegalStateException("on purpose");
        }
    }

    @AfterEach
    void stop() {
        if (frozen) {
            redis.resume();
        }
        redis.close();
        REGISTRY.remove("ratelimit");
    }

    private void freeze() {
        redis.pause();
        frozen = true;
    }

    private ConfigurableApplicationContext start(Class<?> source, String... more) {
        Stream<String> base = Stream.of(
                "spring.main.web-application-type=none",
                "spring.data.redis.port=" + redis.port(),
                "ratelimit.policies.p.limit=1000000/1h",
                "ratelimit.policies.p.on-store-failure=closed");
        return RunningApplication.run(
                source, Stream.concat(base, Stream.of(more)).toArray(String[]::new));
    }

    private static Basis ask(ConfigurableApplicationContext context) {
        return context.getBean(RateLimiter.class)
                .tryAcquire(RateLimitCheck.of("p", "ana"))
                .results()
                .get(0)
                .basis();
    }

    private static void awaitStore(ConfigurableApplicationContext context) {
        Awaitility.await().atMost(PATIENCE).until(() -> ask(context) == Basis.STORE);
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("ratelimit")
                        || thread.getName().startsWith("lettuce"))
                .collect(Collectors.toSet());
    }

    private static void awaitNoThreadsBut(Set<Thread> before) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(before).containsAll(threads()));
    }

    /** What is wrong must not be lost among the errors of a client that was closed while it connected. */
    @Test
    void whichFailEndNoConnectionInItsBeginning(CapturedOutput output) {
        Set<Thread> before = threads();
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> start(Failing.class)).hasRootCauseMessage("on purpose");
        }
        awaitNoThreadsBut(before);
        assertThat(output).doesNotContain("RejectedExecutionException", "Force-closing");
    }

    /** Boot 4 can stop and start a context. */
    @Test
    void worksOnAfterAStopAndAStart() {
        try (ConfigurableApplicationContext context = start(Plain.class)) {
            awaitStore(context);
            for (int i = 0; i < 2; i++) {
                context.stop();
                context.start();
                assertThat(ask(context)).isEqualTo(Basis.STORE);
            }
        }
    }

    @Nested
    class Closed {

        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void inAnOutageLeavesNoThread(boolean freezes) {
            Set<Thread> before = threads();
            ConfigurableApplicationContext context = start(Plain.class, "ratelimit.redis.deadline=200ms");
            awaitStore(context);
            if (freezes) {
                freeze();
            } else {
                redis.kill();
            }
            StoreStatus store = context.getBean(StoreStatus.class);
            Awaitility.await().atMost(PATIENCE).until(() -> {
                assertThat(ask(context)).isEqualTo(Basis.CLOSED);
                return store.breaker() == RateLimitCircuitBreakerEvent.State.OPEN;
            });
            context.close();

            awaitNoThreadsBut(before);
        }

        /** Redis accepts connections and says nothing. */
        @Test
        void whileItConnectsLeavesNoThread() {
            Set<Thread> before = threads();
            freeze();
            ConfigurableApplicationContext context = start(Plain.class);
            assertThat(threads()).extracting(Thread::getName).contains("ratelimit-redis-link");
            context.close();

            awaitNoThreadsBut(before);
        }

        @Test
        void isForgottenByARegistryThatLivesOn(CapturedOutput output) {
            WithRegistryOfTheJvm closed;
            try (ConfigurableApplicationContext context = start(WithRegistryOfTheJvm.class)) {
                closed = context.getBean(WithRegistryOfTheJvm.class);
            }
            int linesBefore = output.toString().length();
            REGISTRY.circuitBreaker("ratelimit").transitionToOpenState();

            Awaitility.await().during(Duration.ofMillis(300)).until(() -> closed.events.get() == 0);
            assertThat(output.toString().substring(linesBefore)).doesNotContain("rate limit", "RateLimit");
        }

        @Test
        void endsAListenerThatHangs() throws InterruptedException {
            Set<Thread> before = threads();
            try (ConfigurableApplicationContext context = start(WithHangingListener.class)) {
                awaitStore(context);
                redis.kill();
                CountDownLatch hangs = context.getBean(WithHangingListener.class).hangs;
                Awaitility.await().atMost(PATIENCE).until(() -> {
                    ask(context);
                    return hangs.getCount() == 0;
                });
                assertThat(ask(context)).as("nobody waits for it").isEqualTo(Basis.CLOSED);
            }
            awaitNoThreadsBut(before);
        }
    }

    /** The breaker may be the application's, with whatever configuration and code. */
    @Nested
    class BreakerOfTheApplication {

        private enum Kind {
            HALF_OPENS_BY_ITSELF(config -> config.automaticTransitionFromOpenToHalfOpenEnabled(true)
                    .waitDurationInOpenState(Duration.ofMillis(300))),
            WAITS_AT_RANDOM(
                    config -> config.waitIntervalFunctionInOpenState(IntervalFunction.ofExponentialRandomBackoff(
                            Duration.ofMillis(100), 2, 0.5, Duration.ofSeconds(1)))),
            WAIT_THROWS(config -> config.waitIntervalFunctionInOpenState(attempt -> {
                throw new IllegalStateException("on purpose");
            })),
            CONSUMER_THROWS(config -> config.waitDurationInOpenState(Duration.ofMillis(300)));

            private final UnaryOperator<CircuitBreakerConfig.Builder> config;

            Kind(UnaryOperator<CircuitBreakerConfig.Builder> config) {
                this.config = config;
            }
        }

        @ParameterizedTest
        @EnumSource
        void failsNoRequestAndFindsRedisAgain(Kind kind) {
            CircuitBreakerConfig.Builder config = CircuitBreakerConfig.custom()
                    .slidingWindowSize(10)
                    .minimumNumberOfCalls(5)
                    .permittedNumberOfCallsInHalfOpenState(2);
            CircuitBreaker breaker = REGISTRY.circuitBreaker(
                    "ratelimit", kind.config.apply(config).build());
            if (kind == Kind.CONSUMER_THROWS) {
                breaker.getEventPublisher().onEvent(event -> {
                    throw new IllegalStateException("on purpose");
                });
            }
            try (ConfigurableApplicationContext context = start(WithRegistryOfTheJvm.class)) {
                awaitStore(context);
                redis.kill();
                Awaitility.await().atMost(PATIENCE).until(() -> {
                    assertThat(ask(context)).isEqualTo(Basis.CLOSED);
                    return breaker.getMetrics().getNumberOfFailedCalls() > 0;
                });
                for (int i = 0; i < 20; i++) {
                    assertThat(ask(context)).as("it opens, if it can").isEqualTo(Basis.CLOSED);
                }
                redis.restart();

                awaitStore(context);
            }
        }
    }
}
