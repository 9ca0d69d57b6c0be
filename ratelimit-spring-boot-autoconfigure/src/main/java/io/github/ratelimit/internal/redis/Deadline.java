package io.github.ratelimit.internal.redis;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * When a caller stops waiting.
 *
 * @param endNanos on the scale of {@link System#nanoTime()}
 */
record Deadline(long endNanos) {

    static Deadline in(Duration duration) {
        return inNanos(duration.toNanos());
    }

    static Deadline inNanos(long nanos) {
        return new Deadline(System.nanoTime() + nanos);
    }

    /** What is left; 0 or less when it has passed. */
    long remainingNanos() {
        return endNanos - System.nanoTime();
    }

    long endMicros() {
        return TimeUnit.NANOSECONDS.toMicros(endNanos);
    }

    Deadline orLater(Deadline other) {
        return other.endNanos - endNanos > 0 ? other : this;
    }
}
