package io.github.ratelimit;

import org.jspecify.annotations.Nullable;

/**
 * The circuit breaker around the shared store has changed its state. Published as an application event, on a thread of the
 * limiter's own: a slow listener holds up no request. What it throws is logged and changes nothing.
 *
 * @param from the state before
 * @param to the state from now on
 * @param failure the last failure of the store since the breaker was closed, for people; null if there was none, or the
 *     breaker was opened by hand
 */
public record RateLimitCircuitBreakerEvent(
        State from, State to, @Nullable String failure) {

    /** A state of the breaker. */
    public enum State {

        /** The store is asked. */
        CLOSED,

        /** The store has failed too often and is not asked: each policy does what its {@link OnStoreFailure} says. */
        OPEN,

        /** A few requests ask the store, to see whether it answers again; all others go on as when open. */
        HALF_OPEN
    }
}
