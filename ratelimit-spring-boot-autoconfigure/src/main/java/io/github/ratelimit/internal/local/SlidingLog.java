package io.github.ratelimit.internal.local;

import io.github.ratelimit.internal.limiter.LimitNumbers;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sliding log: exact, one entry a permit; at most {@code capacity} in every stretch of a duration. Pure; the same answers
 * as {@code sliding-log.lua}.
 */
final class SlidingLog {

    /** As many old entries go with a charge, or as many as it adds. */
    private static final int TRIMMED = 100;

    private SlidingLog() {}

    /** When each permit was taken, oldest first; some of the first may count no more. Never changed. */
    static final class State implements LimitState {

        private final long[] times;

        private State(long[] times) {
            this.times = times;
        }
    }

    /** Takes the cost, if it fits. */
    static Verdict take(@Nullable LimitState read, long now, LimitNumbers limit, long cost) {
        Log log = Log.of(read, now, limit);
        if (cost == 0) {
            return log.verdict(true, 0L);
        }
        if (log.live() + cost <= limit.capacity()) {
            return log.plus((int) cost).verdict(true, 0L);
        }
        if (cost > limit.capacity()) {
            return log.verdict(false, null);
        }
        int last = log.old + (int) (log.live() + cost - limit.capacity()) - 1;
        return log.verdict(false, log.times[last] + limit.periodMicros() - now);
    }

    /**
     * Takes entries of a charge out, while they count.
     *
     * @param chargedUntil when they would have ceased to count
     * @return null if there are none
     */
    static @Nullable Verdict giveBack(
            @Nullable LimitState read, long now, LimitNumbers limit, long permits, long chargedUntil) {
        Log log = Log.of(read, now, limit);
        long charged = chargedUntil - limit.periodMicros();
        long entries = Math.min(permits, log.countOf(charged));
        return chargedUntil <= now || entries == 0
                ? null
                : log.minus(charged, (int) entries).verdict(true, 0L);
    }

    private static final class Log {

        private final LimitNumbers limit;
        private final long now;
        private final long[] times;
        private final int old;

        private Log(LimitNumbers limit, long now, long[] times) {
            this.limit = limit;
            this.now = now;
            this.times = times;
            int first = 0;
            while (first < times.length && times[first] <= now - limit.periodMicros()) {
                first++;
            }
            this.old = first;
        }

        static Log of(@Nullable LimitState read, long now, LimitNumbers limit) {
            return new Log(limit, now, read instanceof State state ? state.times : new long[0]);
        }

        int live() {
            return times.length - old;
        }

        long countOf(long time) {
            return Arrays.stream(times).filter(each -> each == time).count();
        }

        /** In order even if the clock went back. */
        Log plus(int entries) {
            long[] kept = trimmed(Math.max(TRIMMED, entries));
            long[] more = Arrays.copyOf(kept, kept.length + entries);
            Arrays.fill(more, kept.length, more.length, now);
            Arrays.sort(more);
            return new Log(limit, now, more);
        }

        Log minus(long time, int entries) {
            long[] kept = trimmed(TRIMMED);
            int first = 0;
            while (kept[first] != time) {
                first++;
            }
            long[] fewer = Arrays.copyOf(kept, kept.length - entries);
            System.arraycopy(kept, first + entries, fewer, first, fewer.length - first);
            return new Log(limit, now, fewer);
        }

        private long[] trimmed(int most) {
            return Arrays.copyOfRange(times, Math.min(old, most), times.length);
        }

        Verdict verdict(boolean fits, @Nullable Long wait) {
            long reset = live() == 0 ? 0 : times[times.length - 1] + limit.periodMicros() - now;
            long remaining = Math.max(0, limit.capacity() - live());
            return new Verdict(fits, wait, remaining, reset, new State(times), reset, false, List.of(), 0);
        }
    }
}
