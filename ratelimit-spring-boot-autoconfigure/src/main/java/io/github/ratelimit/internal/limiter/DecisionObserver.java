package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;

/**
 * Hears of every decision, as a listener does, but is of our own. Beans of it are no {@code RateLimitListener}, so that an
 * application can still have its only listener injected by type.
 */
@FunctionalInterface
public interface DecisionObserver {

    /** A decision was made. Runs on the caller's thread. */
    void observe(RateLimitDecision decision);
}
