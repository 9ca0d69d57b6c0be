package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitCircuitBreakerEvent.State;

/** How the shared store is, as far as this process knows without asking it. */
public interface StoreStatus {

    /** Whether there is a connection. */
    boolean isConnected();

    /** The circuit breaker's state. */
    State breaker();
}
