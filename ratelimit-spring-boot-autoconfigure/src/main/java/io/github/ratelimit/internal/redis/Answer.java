package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;

/** What became of a request that was sent. */
sealed interface Answer {

    /** Redis has answered, over this connection. */
    record Replied(RequestReply reply, RedisSession from) implements Answer {}

    /** Redis ran the call after its not-after, and so decided nothing. */
    record TooLate() implements Answer {}

    /** There is no answer. */
    record Failed(StoreFailureException failure) implements Answer {}
}
