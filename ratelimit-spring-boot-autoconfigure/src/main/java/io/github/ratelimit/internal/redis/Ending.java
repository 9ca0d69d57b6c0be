package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import org.jspecify.annotations.Nullable;

/**
 * How a call ended, as far as that tells of Redis.
 *
 * @param end how
 * @param failure what has failed; null: nothing, as far as anybody knows
 */
record Ending(CallEnd end, @Nullable StoreFailureException failure) {

    /** Redis has answered. */
    static final Ending ANSWERED = new Ending(CallEnd.ANSWERED, null);

    /** Nobody knows, or it is not Redis's fault. */
    static final Ending WITHOUT_MEANING = new Ending(CallEnd.UNKNOWN, null);

    /** Redis has failed. */
    static Ending failed(StoreFailureException failure) {
        return new Ending(CallEnd.FAILED, failure);
    }

    /** Redis has not answered. */
    static Ending overdue(StoreFailureException failure) {
        return new Ending(CallEnd.TIMEOUT, failure);
    }

    /** Reports it, and so gives the permission back that the call had. */
    void tell(StoreBreaker breaker, long ageNanos) {
        if (failure != null) {
            breaker.failed(ageNanos, failure);
        } else if (end == CallEnd.ANSWERED) {
            breaker.succeeded(ageNanos);
        } else {
            breaker.release();
        }
    }
}
