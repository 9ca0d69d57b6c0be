package io.github.ratelimit.internal.limiter;

/** The store could not decide: it is gone, slow, or answered what is no answer. Each policy goes its own way then. */
public class StoreFailureException extends Exception {

    private static final long serialVersionUID = 1L;

    /** The reason, for the log. */
    public StoreFailureException(String reason) {
        super(reason);
    }

    /** The reason, for the log, and what led to it. */
    public StoreFailureException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
