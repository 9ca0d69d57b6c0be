package io.github.ratelimit.internal.limiter;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A wait before a park: a caller lets other threads run a few times, and looks whether what it waits for is there. In a
 * crowd whose threads all run for a moment only it mostly is, and neither a park nor a wake-up is paid for. Beside threads
 * that compute each yield may cost a time slice of theirs: one that does is the last, and callers park at once for a while,
 * for longer the more often that happens. Without a lock: what is remembered is a hint.
 */
public final class YieldingWait {

    /** Where nothing else wants to run they take a few µs. */
    private static final int MOST_YIELDS = 16;

    /** A crowd of a hundred is through sooner, a time slice is longer. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(128);

    private final LongSupplier nanoClock;
    private final Runnable yield;
    private volatile long pausedUntilNanos;
    private volatile long pauseNanos = SHORTEST_PAUSE_NANOS;

    /** Waits of callers that wait for the same. */
    public YieldingWait(LongSupplier nanoClock) {
        this(nanoClock, Thread::yield);
    }

    YieldingWait(LongSupplier nanoClock, Runnable yield) {
        this.nanoClock = nanoClock;
        this.yield = yield;
        this.pausedUntilNanos = nanoClock.getAsLong();
    }

    /** Yields until this is over, or often enough. */
    public void await(BooleanSupplier over) {
        long start = nanoClock.getAsLong();
        long pausedUntil = pausedUntilNanos;
        if (pausedUntil - start > 0) {
            return;
        }
        long now = start;
        for (int i = 0; i < MOST_YIELDS && now - start < SLOW_NANOS && !over.getAsBoolean(); i++) {
            yield.run();
            now = nanoClock.getAsLong();
        }
        if (now - start < SLOW_NANOS) {
            recover(now, pausedUntil);
        } else if (pausedUntilNanos == pausedUntil) { // else another caller has seen the same
            pausedUntilNanos = now + pauseNanos;
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        }
    }

    /** After a time without a slow yield as long as the next pause would be, that is halved. */
    private void recover(long now, long pausedUntil) {
        long pause = pauseNanos;
        if (pause > SHORTEST_PAUSE_NANOS && now - pausedUntil > pause) {
            pauseNanos = pause / 2;
            pausedUntilNanos = now;
        }
    }
}
