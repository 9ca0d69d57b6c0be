package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** From {@code ratelimit.circuit-breaker.*} to the breaker's configuration. */
final class CircuitBreakerMapper {

    private static final String GROUP = "ratelimit.circuit-breaker.";
    private static final int DEFAULT_WINDOW = 20;
    private static final int DEFAULT_MINIMUM = 10;
    private static final int MAX_CALLS = 100_000;

    /**
     * Its lock is taken once for each call that ends, not for each request, and mostly by the one thread that reads the
     * answers. The lock-free window is a linked list: once a part of it is in the old generation, young collections of the
     * JVM keep all that was counted since.
     */
    private static final SlidingWindowSynchronizationStrategy SYNCHRONIZATION =
            SlidingWindowSynchronizationStrategy.SYNCHRONIZED;

    private CircuitBreakerMapper() {}

    static CircuitBreakerConfig map(RateLimitProperties.CircuitBreaker properties) {
        int window = calls("sliding-window-size", properties.slidingWindowSize(), DEFAULT_WINDOW);
        int minimum =
                calls("minimum-number-of-calls", properties.minimumNumberOfCalls(), Math.min(DEFAULT_MINIMUM, window));
        if (minimum > window) {
            throw new RateLimitConfigurationException(
                    GROUP + "minimum-number-of-calls",
                    Integer.toString(minimum),
                    "is above sliding-window-size, which is " + window + ": so many calls are never counted");
        }
        return CircuitBreakerConfig.custom()
                .failureRateThreshold((float) PropertyReader.number(
                        GROUP + "failure-rate-threshold", properties.failureRateThreshold(), 50, 1, 100))
                .slidingWindow(window, minimum, SlidingWindowType.COUNT_BASED, SYNCHRONIZATION)
                .waitDurationInOpenState(PropertyReader.duration(
                        GROUP + "wait-duration-in-open-state",
                        properties.waitDurationInOpenState(),
                        Duration.ofSeconds(2),
                        Duration.ofMillis(1),
                        Duration.ofHours(1)))
                .permittedNumberOfCallsInHalfOpenState(calls(
                        "permitted-number-of-calls-in-half-open-state",
                        properties.permittedNumberOfCallsInHalfOpenState(),
                        3))
                .build();
    }

    private static int calls(String property, @Nullable String value, int fallback) {
        return (int) PropertyReader.number(GROUP + property, value, fallback, 1, MAX_CALLS);
    }
}
