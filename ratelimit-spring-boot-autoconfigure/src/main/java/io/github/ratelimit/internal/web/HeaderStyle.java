package io.github.ratelimit.internal.web;

/** A family of headers that tell what is left. */
public enum HeaderStyle {

    /** {@code X-RateLimit-Limit}, {@code -Remaining} and {@code -Reset} (seconds). */
    X_RATELIMIT,

    /** {@code RateLimit-Policy} and {@code RateLimit} of draft-ietf-httpapi-ratelimit-headers-11. */
    IETF_11
}
