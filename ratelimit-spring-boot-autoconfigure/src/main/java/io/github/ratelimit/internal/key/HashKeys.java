package io.github.ratelimit.internal.key;

/** Which values a store sees as hashes only. */
public enum HashKeys {

    /** What callers merely claim and may be a secret (headers, cookies, parameters), and everything over 64 bytes. */
    AUTO,

    /** All values. */
    ALWAYS,

    /** None. */
    NEVER
}
