package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;

/** How a call ended, as far as that tells of Redis. */
@FunctionalInterface
interface Ending {

    /** Redis has answered. */
    Ending ANSWERED = StoreBreaker::succeeded;

    /** Nobody knows, or it is not Redis's fault. */
    Ending WITHOUT_MEANING = (breaker, ageNanos) -> breaker.release();

    /** Redis has failed. */
    static Ending failed(StoreFailureException failure) {
        return (breaker, ageNanos) -> breaker.failed(ageNanos, failure);
    }

    /** Reports it, and so gives the permission back that the call had. */
    void tell(StoreBreaker breaker, long ageNanos);
}
