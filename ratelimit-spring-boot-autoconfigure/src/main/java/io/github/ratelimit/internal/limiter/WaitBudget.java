package io.github.ratelimit.internal.limiter;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long one request may still wait for the store: the deadline is the request's, over all its decisions. Quick answers
 * do not count, or a call that sends a thousand messages one by one would use it up while nothing is wrong.
 */
public final class WaitBudget {

    /** An answer within the deadline divided by this is a quick one. */
    private static final int QUICK = 10;

    private final AtomicLong usedNanos = new AtomicLong();

    /** What is left of the deadline, in ns; 0 when nothing is. */
    public long leftNanos(Duration deadline) {
        return Math.max(0, deadline.toNanos() - usedNanos.get());
    }

    /** Notes how long a decision has waited. */
    public void spend(long nanos, Duration deadline) {
        if (nanos > deadline.toNanos() / QUICK) {
            usedNanos.addAndGet(nanos);
        }
    }
}
