package io.github.ratelimit.internal.limiter;

import java.time.Duration;

/**
 * How long one request may still wait for the store: the deadline is the request's, over all its decisions. Quick answers
 * do not count, or a call that sends a thousand messages one by one would use it up while nothing is wrong. What was used
 * is forgotten after a while without a wait, since a stream may ask all day.
 */
public final class WaitBudget {

    /** An answer within the deadline divided by this is a quick one. */
    private static final int QUICK = 10;

    /** So many deadlines after its last wait a request has waited for nothing. */
    private static final int FORGOTTEN = 20;

    private static final Used NOTHING = new Used(0, 0);

    private volatile Used used = NOTHING;

    private record Used(long nanos, long lastNanos) {

        Used forgetting(long nowNanos, Duration deadline) {
            return nowNanos - lastNanos > FORGOTTEN * deadline.toNanos() ? NOTHING : this;
        }
    }

    /**
     * What is left of the deadline, in ns; 0 when nothing is.
     *
     * @param nowNanos on any scale that does not go back, always the same one
     */
    public long leftNanos(long nowNanos, Duration deadline) {
        return Math.max(
                0, deadline.toNanos() - used.forgetting(nowNanos, deadline).nanos());
    }

    /** Notes a wait that is over now. */
    public void spend(long waitedNanos, long nowNanos, Duration deadline) {
        if (waitedNanos > deadline.toNanos() / QUICK) {
            add(waitedNanos, nowNanos, deadline);
        }
    }

    private synchronized void add(long waitedNanos, long nowNanos, Duration deadline) {
        used = new Used(used.forgetting(nowNanos, deadline).nanos() + waitedNanos, nowNanos);
    }
}
