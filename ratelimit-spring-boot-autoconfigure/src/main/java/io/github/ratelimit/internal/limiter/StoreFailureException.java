package io.github.ratelimit.internal.limiter;

import java.time.Duration;

/**
 * The store could not decide: it is gone, slow, or answered what is no answer. Each policy goes its own way then. Without
 * a stack trace, since in an outage there is one a request.
 */
public class StoreFailureException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Worth a try after this long: nobody knows when a store returns. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    /** The reason, for the log. */
    public StoreFailureException(String reason) {
        super(reason, null, false, false);
    }

    /** The reason, for the log, and what led to it. */
    public StoreFailureException(String reason, Throwable cause) {
        super(reason, cause, false, false);
    }

    /** When another try may go better, as far as known. */
    public Duration retryAfter() {
        return RETRY_AFTER;
    }

    /** Whether the log should know: the store was asked, and failed. */
    public boolean isNews() {
        return true;
    }
}
