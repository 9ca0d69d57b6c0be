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

    private SlidingLog() {}

    /** As many entries that count no more are dropped at a write, as in Redis. */
    private static final int TRIMMED_AT_ONCE = 100;

    /** When each permit was taken, oldest first; also some that count no more. Never changed. */
    static final class State implements LimitState {

        private final long[] times;

        private State(long[] times) {
            this.times = times;
        }
    }

    /** Takes the cost, if it fits. */
    static Verdict take(@Nullable LimitState read, long now, LimitNumbers limit, long cost) {
        Entries entries = Entries.of(read, now, limit);
        int live = entries.live();
        if (cost == 0 || live + cost <= limit.capacity()) {
            return entries.plus((int) cost).verdict(true, 0L);
        }
        if (cost > limit.capacity()) {
            return entries.verdict(false, null);
        }
        int last = entries.old + (int) (live + cost - limit.capacity()) - 1;
        return entries.verdict(false, entries.times[last] + limit.periodMicros() - now);
    }

    /**
     * Takes entries of a charge out, while they count.
     *
     * @param chargedUntil when they would have ceased to count
     * @return null if there are none
     */
    static @Nullable Verdict giveBack(
            @Nullable LimitState read, long now, LimitNumbers limit, long permits, long chargedUntil) {
        long charged = chargedUntil - limit.periodMicros();
        Entries entries = Entries.of(read, now, limit);
        long found = Arrays.stream(entries.times, entries.old, entries.times.length)
                .filter(time -> time == charged)
                .count();
        return found == 0
                ? null
                : entries.minus(charged, Math.min(permits, found)).verdict(true, 0L);
    }

    private static final class Entries {

        private final LimitNumbers limit;
        private final long now;
        private final long[] times;
        private final int old;

        private Entries(LimitNumbers limit, long now, long[] times) {
            this.limit = limit;
            this.now = now;
            this.times = times;
            int first = 0;
            while (first < times.length && times[first] <= now - limit.periodMicros()) {
                first++;
            }
            this.old = first;
        }

        static Entries of(@Nullable LimitState read, long now, LimitNumbers limit) {
            return new Entries(limit, now, read instanceof State state ? state.times : new long[0]);
        }

        int live() {
            return times.length - old;
        }

        /** In order even if the clock went back. */
        Entries plus(int cost) {
            long[] more = Arrays.copyOf(times, times.length + cost);
            Arrays.fill(more, times.length, more.length, now);
            Arrays.sort(more);
            return new Entries(limit, now, more);
        }

        Entries minus(long time, long count) {
            long[] less = new long[times.length - (int) count];
            long skipped = 0;
            int kept = 0;
            for (long each : times) {
                if (each == time && skipped < count) {
                    skipped++;
                } else {
                    less[kept++] = each;
                }
            }
            return new Entries(limit, now, less);
        }

        Verdict verdict(boolean fits, @Nullable Long wait) {
            int live = live();
            long reset = live == 0 ? 0 : times[times.length - 1] + limit.periodMicros() - now;
            long remaining = Math.max(0, limit.capacity() - live);
            long[] kept = Arrays.copyOfRange(times, Math.min(old, TRIMMED_AT_ONCE), times.length);
            return new Verdict(fits, wait, remaining, reset, new State(kept), reset, false, List.of(), 0);
        }
    }
}
