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
    FIXED_WINDOW
}
