package io.github.ratelimit;

/** What a policy does while its store cannot decide. */
public enum OnStoreFailure {

    /** The request passes; nothing is counted. */
    OPEN,

    /** The request is refused with 503: for what costs money or guards a secret. */
    CLOSED,

    /** This process goes on with its own share of the limit: the limit divided by the number of instances. */
    LOCAL
}
