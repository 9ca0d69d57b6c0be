package io.github.ratelimit.internal.web;

/** When in the course of a request a policy is decided. */
public enum Phase {

    /** Before Spring Security: a password check is protected too, but no user is known yet. */
    BEFORE_SECURITY,

    /** After Spring Security: the user is known. */
    AFTER_SECURITY
}
