package io.github.ratelimit.internal.limiter;

import java.time.Duration;

/** The store is not asked for now: it has failed too often, or there is no way to it. Costs next to nothing. */
public final class StoreNotAskedException extends StoreFailureException {

    private static final long serialVersionUID = 1L;

    private final transient Duration retryAfter;

    /** The reason, and when the store is asked again, as far as known. */
    public StoreNotAskedException(String reason, Duration retryAfter) {
        super(reason);
        this.retryAfter = retryAfter;
    }

    @Override
    public Duration retryAfter() {
        return retryAfter;
    }

    @Override
    public boolean isNews() {
        return false;
    }
}
