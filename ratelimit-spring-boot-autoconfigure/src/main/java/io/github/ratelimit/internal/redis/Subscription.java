package io.github.ratelimit.internal.redis;

/** A connection that listens to one channel until it is lost. It also tells once that it has begun. */
interface Subscription {

    boolean isOpen();

    void close();
}
