package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitCircuitBreakerEvent;
import io.github.ratelimit.RateLimitCircuitBreakerEvent.State;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;

/** The breaker of an application: in its registry, tuned by properties, told by events. */
class CircuitBreakerTests {

    private RedisServer redis;
    private RunningApplication application;

    @Import(WebApplication.Plain.class)
    static class WithRegistry {

        private final List<RateLimitCircuitBreakerEvent> events = new CopyOnWriteArrayList<>();

        @Bean
        CircuitBreakerRegistry circuitBreakerRegistry() {
            return CircuitBreakerRegistry.ofDefaults();
        }

        @EventListener
        void on(RateLimitCircuitBreakerEvent event) {
            events.add(event);
            throw new IllegalStateException("broken on purpose");
        }
    }

    @BeforeEach
    void start() {
        redis = RedisServer.start();
        application = RunningApplication.start(
                WithRegistry.class,
                "spring.data.redis.port=" + redis.port(),
                "ratelimit.circuit-breaker.sliding-window-size=4",
                "ratelimit.circuit-breaker.minimum-number-of-calls=4",
                "ratelimit.circuit-breaker.wait-duration-in-open-state=20s",
                "ratelimit.circuit-breaker.permitted-number-of-calls-in-half-open-state=1",
                "ratelimit.policies.service.limit=5/1h",
                "ratelimit.policies.filtered.limit=1/1h",
                "ratelimit.policies.closed.paths=/a/b",
                "ratelimit.policies.closed.key=ip",
                "ratelimit.policies.closed.limit=1000/1h",
                "ratelimit.policies.closed.on-store-failure=closed",
                "ratelimit.policies.open.paths=/a/b",
                "ratelimit.policies.open.key=ip",
                "ratelimit.policies.open.limit=1000/1h",
                "ratelimit.policies.open.on-store-failure=open");
    }

    @AfterEach
    void stop() {
        application.close();
        redis.close();
    }

    @Test
    void opensHalfOpensAndCloses() {
        CircuitBreaker breaker =
                application.context().getBean(CircuitBreakerRegistry.class).circuitBreaker("ratelimit");
        List<RateLimitCircuitBreakerEvent> events = application.context().getBean(WithRegistry.class).events;
        redis.kill();
        Awaitility.await().until(() -> {
            assertThat(application.get("/a/b").statusCode()).isEqualTo(503);
            return breaker.getState() == CircuitBreaker.State.OPEN;
        });
        assertThat(application.get("/a/b").headers().firstValue("Retry-After"))
                .as("what is left of the open state")
                .hasValueSatisfying(
                        seconds -> assertThat(Integer.parseInt(seconds)).isBetween(10, 20));

        redis.restart();
        assertThat(application.get("/a/b").statusCode()).as("still open").isEqualTo(503);
        breaker.transitionToHalfOpenState();
        Awaitility.await().until(() -> application.get("/a/b").statusCode() == 200);
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
        Awaitility.await()
                .untilAsserted(() -> assertThat(events)
                        .extracting(RateLimitCircuitBreakerEvent::to)
                        .containsExactly(State.OPEN, State.HALF_OPEN, State.CLOSED));
    }
}
