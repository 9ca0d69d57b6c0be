package io.github.ratelimit.internal.local;

import io.github.ratelimit.internal.limiter.LimitNumbers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sliding window: the count of the current window and, of the previous one, the part that is less than a duration ago.
 * Windows are aligned to the epoch. Pure; the same arithmetic as {@code sliding-window.lua}.
 */
final class SlidingWindow {

    private SlidingWindow() {}

    /**
     * Two neighbouring windows.
     *
     * @param previous permits of the previous window
     * @param current permits of the current one
     * @param startMicros when the current one began
     * @param periodMicros how long a window was
     */
    record State(long previous, long current, long startMicros, long periodMicros) implements LimitState {}

    /** Counts the cost, if it fits. */
    static Verdict take(@Nullable LimitState read, long now, LimitNumbers limit, long cost) {
        Windows windows = Windows.of(read, now, limit);
        if (cost == 0 || windows.fitsAt(now, cost)) {
            return windows.plus(0, cost).verdict(true, 0L);
        }
        return windows.verdict(false, cost > limit.capacity() ? null : Long.valueOf(windows.waitFor(cost)));
    }

    /**
     * Gives permits back to the window that was charged, while that still counts.
     *
     * @param chargedUntil when that window would have ceased to count
     * @return null if no window counts
     */
    static @Nullable Verdict giveBack(
            @Nullable LimitState read, long now, LimitNumbers limit, long permits, long chargedUntil) {
        Windows windows = Windows.of(read, now, limit);
        if (!windows.found) {
            return null;
        }
        long end = windows.start + limit.periodMicros();
        if (chargedUntil == end + limit.periodMicros()) {
            return windows.plus(0, -Math.min(permits, windows.current)).verdict(true, 0L);
        }
        long ofPrevious = chargedUntil == end ? Math.min(permits, windows.previous) : 0;
        return windows.plus(-ofPrevious, 0).verdict(true, 0L);
    }

    private record Windows(
            LimitNumbers limit, long now, long previous, long current, long start, boolean found, boolean mended) {

        static Windows of(@Nullable LimitState read, long now, LimitNumbers limit) {
            long period = limit.periodMicros();
            long start = now - Math.floorMod(now, period);
            if (!(read instanceof State state)) {
                return new Windows(limit, now, 0, 0, start, false, false);
            }
            long passed = Math.floorDiv(now - state.startMicros, state.periodMicros);
            long previous = passed <= 0 ? state.previous : passed == 1 ? state.current : 0;
            long current = passed <= 0 ? state.current : 0;
            boolean found = passed < 2;
            boolean sameDuration = state.periodMicros == period;
            return new Windows(
                    limit, now, sameDuration ? previous : 0, current, start, found, sameDuration ? passed < 0 : found);
        }

        Windows plus(long ofPrevious, long ofCurrent) {
            return new Windows(limit, now, previous + ofPrevious, current + ofCurrent, start, found, mended);
        }

        /** Whole permits are compared with whole permits: a small part of one, added to many, would be lost in a double. */
        boolean fitsAt(long time, long cost) {
            double period = limit.periodMicros();
            double left = start + limit.periodMicros() - time;
            return left > 0
                    ? previous * left / period <= limit.capacity() - current - cost
                    : current * (left + period) / period <= limit.capacity() - cost;
        }

        /** Computed, then checked by the predicate of the retry, since the division rounds. */
        long waitFor(long cost) {
            double period = limit.periodMicros();
            double free = current + cost <= limit.capacity()
                    ? start + period - (limit.capacity() - current - cost) * period / previous
                    : start + 2 * period - (limit.capacity() - cost) * period / current;
            long wait = Math.max(1, (long) Math.ceil(free - now));
            while (!fitsAt(now + wait, cost)) {
                wait++;
            }
            while (wait > 1 && fitsAt(now + wait - 1, cost)) {
                wait--;
            }
            return wait;
        }

        Verdict verdict(boolean fits, @Nullable Long wait) {
            long end = start + limit.periodMicros();
            double ofPrevious = previous * (double) (end - now) / limit.periodMicros();
            long remaining = limit.capacity() - current - (long) Math.ceil(ofPrevious);
            long reset = current > 0 ? end + limit.periodMicros() - now : previous > 0 ? end - now : 0;
            return new Verdict(
                    fits,
                    wait,
                    Math.max(0, remaining),
                    reset,
                    new State(previous, current, start, limit.periodMicros()),
                    reset,
                    mended,
                    List.of(),
                    0);
        }
    }
}
