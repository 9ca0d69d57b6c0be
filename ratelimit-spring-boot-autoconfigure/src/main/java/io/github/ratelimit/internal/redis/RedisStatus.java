package io.github.ratelimit.internal.redis;

import io.github.ratelimit.RateLimitCircuitBreakerEvent.State;
import io.github.ratelimit.internal.limiter.StoreStatus;

/**
 * How Redis is.
 *
 * @param link its connection
 * @param storeBreaker its circuit breaker
 */
public record RedisStatus(RedisConnections link, StoreBreakers storeBreaker) implements StoreStatus {

    @Override
    public boolean isConnected() {
        return link.isConnected();
    }

    @Override
    public State breaker() {
        return storeBreaker.state();
    }
}
