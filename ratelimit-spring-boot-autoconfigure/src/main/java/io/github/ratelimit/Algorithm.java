package io.github.ratelimit;

/** How a policy counts permits. */
public enum Algorithm {

    /**
     * A bucket of {@code burst} permits that refills steadily. It starts full and lets at most
     * {@code burst + rate × t} permits pass in any stretch of length {@code t}.
     */
    TOKEN_BUCKET,

    /**
     * At most {@code count} permits a window. A window begins with the key's first request, or at local midnight when
     * the policy names a zone. Up to twice the count may pass around the edge of two windows.
     */
    FIXED_WINDOW,

    /**
     * The count of the current window and, of the previous one, the part that is less than a duration ago. No burst above
     * the count at an edge; up to twice the count in the worst stretch of a duration.
     */
    SLIDING_WINDOW,

    /** Exact: at most {@code count} permits, 1,000 at most, in every stretch of the duration. One entry a permit. */
    SLIDING_LOG,

    /**
     * Permits leave at a steady rate. A request waits for its turn, at most the policy's longest delay, else it is refused.
     * Nothing is given back.
     */
    LEAKY_BUCKET
}
