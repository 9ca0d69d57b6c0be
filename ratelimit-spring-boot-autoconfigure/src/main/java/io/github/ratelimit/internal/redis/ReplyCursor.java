package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;

/** Reads the values of a reply one after the other. What is not as it must be is a failure of the store. */
interface ReplyCursor {

    long number() throws StoreFailureException;

    String text() throws StoreFailureException;

    void skip(int count) throws StoreFailureException;

    /** Another cursor at the same place. */
    ReplyCursor here();

    /** The failure that a value at this place is. */
    StoreFailureException malformed();

    /** The failure that the value at a place is. */
    static StoreFailureException malformedAt(int place) {
        return new StoreFailureException("Redis answered something else than the script's reply, at place " + place);
    }
}
