package io.github.ratelimit.internal.redis;

/** How a script call ended. */
public enum CallEnd {

    /** Redis has answered. */
    ANSWERED,

    /** Redis has answered with an error that is its fault, or the connection failed. */
    FAILED,

    /** There was no answer within the deadline. */
    TIMEOUT,

    /** Nobody waited any longer, before the deadline; or what was wrong is not Redis's fault. */
    UNKNOWN
}
