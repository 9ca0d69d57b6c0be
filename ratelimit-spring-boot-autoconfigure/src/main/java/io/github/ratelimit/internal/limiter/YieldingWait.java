package io.github.ratelimit.internal.limiter;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A wait before a park: a caller lets other threads run, and looks whether what it waits for is there. In a crowd whose
 * threads all run for a moment only it mostly is after a few times, and neither a park nor a wake-up is paid for. A caller
 * that is alone stays awake for as long as an answer from nearby takes: no processor falls asleep, whose wake-up would
 * be part of the wait. Beside threads that compute a yield may cost a time slice, and a distant answer is not worth
 * staying awake for: after such a wait, or some of them in a row, callers park at once for a while, for longer the more
 * often that happens. Without a lock: what is remembered is a hint.
 */
public final class YieldingWait {

    /** Where nothing else wants to run they take a few µs. */
    private static final int MOST_YIELDS_OF_A_CROWD = 16;

    /** A crowd of a hundred is through sooner, a thread that computes keeps its processor for longer. */
    private static final long TIME_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** An answer from the same machine or rack is there sooner. */
    private static final long LONG_FOR_ONE_NANOS = TimeUnit.MICROSECONDS.toNanos(250);

    /** Nearby, too, one in a hundred takes longer. */
    private static final int LONG_WAITS_OF_ONE = 3;

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(128);

    private final int mostYields;
    private final long longNanos;
    private final int mostLongWaits;
    private final LongSupplier nanoClock;
    private final Runnable yield;
    private volatile long pausedUntilNanos;
    private volatile long pauseNanos = SHORTEST_PAUSE_NANOS;
    private volatile int longWaits;

    private YieldingWait(int mostYields, long longNanos, int mostLongWaits, LongSupplier nanoClock, Runnable yield) {
        this.mostYields = mostYields;
        this.longNanos = longNanos;
        this.mostLongWaits = mostLongWaits;
        this.nanoClock = nanoClock;
        this.yield = yield;
        this.pausedUntilNanos = nanoClock.getAsLong();
    }

    /** Waits of many callers for the same. */
    public static YieldingWait ofCrowd(LongSupplier nanoClock) {
        return ofCrowd(nanoClock, Thread::yield);
    }

    static YieldingWait ofCrowd(LongSupplier nanoClock, Runnable yield) {
        return new YieldingWait(MOST_YIELDS_OF_A_CROWD, TIME_SLICE_NANOS, 1, nanoClock, yield);
    }

    /** Waits of callers that come one after the other. */
    public static YieldingWait ofOne(LongSupplier nanoClock) {
        return ofOne(nanoClock, Thread::yield);
    }

    static YieldingWait ofOne(LongSupplier nanoClock, Runnable yield) {
        return new YieldingWait(Integer.MAX_VALUE, LONG_FOR_ONE_NANOS, LONG_WAITS_OF_ONE, nanoClock, yield);
    }

    /** Yields until this is over, or often or long enough. */
    public void await(BooleanSupplier over) {
        long start = nanoClock.getAsLong();
        long pausedUntil = pausedUntilNanos;
        if (pausedUntil - start > 0) {
            return;
        }
        long now = start;
        for (int i = 0; i < mostYields && now - start < longNanos && !over.getAsBoolean(); i++) {
            yield.run();
            now = nanoClock.getAsLong();
        }
        if (now - start < longNanos) {
            if (longWaits != 0) {
                longWaits = 0;
            }
            recover(now, pausedUntil);
        } else if (pausedUntilNanos == pausedUntil) { // else another caller has seen the same
            tooLong(now, now - start);
        }
    }

    private void tooLong(long now, long waited) {
        int inARow = waited < TIME_SLICE_NANOS ? longWaits + 1 : mostLongWaits;
        longWaits = inARow % mostLongWaits;
        if (inARow >= mostLongWaits) {
            pausedUntilNanos = now + pauseNanos;
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        }
    }

    /** After a time without a long wait as long as the next pause would be, that is halved. */
    private void recover(long now, long pausedUntil) {
        long pause = pauseNanos;
        if (pause > SHORTEST_PAUSE_NANOS && now - pausedUntil > pause) {
            pauseNanos = pause / 2;
            pausedUntilNanos = now;
        }
    }
}
