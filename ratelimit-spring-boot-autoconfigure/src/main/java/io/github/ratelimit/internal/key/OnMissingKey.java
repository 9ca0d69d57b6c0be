package io.github.ratelimit.internal.key;

/** What happens to a request that has no value for a policy's key, or one that no plan knows. */
public enum OnMissingKey {

    /** It is limited by its address. */
    IP,

    /** This policy does not apply to it. */
    SKIP,

    /** It is answered with 400. */
    REJECT
}
