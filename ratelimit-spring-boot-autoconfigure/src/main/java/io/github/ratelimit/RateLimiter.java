package io.github.ratelimit;

import java.util.List;

/**
 * Decides checks in code, as the filter and {@link RateLimited} do. The bean is safe for all threads. Every call waits
 * at most the configured deadline for the store; after that each policy goes its own way, so a failing store is never
 * an exception here.
 *
 * <pre>{@code
 * RateLimitDecision decision = rateLimiter.tryAcquire(
 *         RateLimitCheck.of("otp-phone", phone), RateLimitCheck.of("otp-budget"));
 * if (!decision.isAllowed()) { ... }
 * }</pre>
 */
public interface RateLimiter {

    /**
     * Takes the permits of all checks, or of none. Checks with equal policy and key are one check with the summed cost.
     *
     * @throws InvalidRateLimitCheckException if a check cannot be decided because of its values or cost
     * @throws IllegalArgumentException if there is no such policy or kind of key, or a value is given for a policy with one
     *     key for all; the message lists what there is
     */
    RateLimitDecision tryAcquire(RateLimitCheck... checks);

    /** Answers as {@link #tryAcquire} would, throws as it would, and takes nothing. */
    RateLimitDecision peek(RateLimitCheck... checks);

    /**
     * Gives back what an allowed decision took: where it was taken, and only what is still missing there. A second call
     * with the same decision, and one with a decision that took nothing, does nothing. Never waits for the store.
     */
    void refund(RateLimitDecision decision);

    /**
     * The decisions under which the calling code runs: those of the filter for the current request, then those of
     * annotated methods of this thread, outermost first. For example to give permits back after a failed send. Empty
     * outside of both.
     */
    List<RateLimitDecision> currentDecisions();

    /**
     * Forgets all that was used of the check's policy and key, and its block. A store that fails is logged; the state stays then.
     *
     * @throws InvalidRateLimitCheckException if the values cannot be read
     * @throws IllegalArgumentException if there is no such policy or kind of key
     */
    void reset(RateLimitCheck check);
}
