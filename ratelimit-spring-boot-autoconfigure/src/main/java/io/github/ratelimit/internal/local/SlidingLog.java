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

    /** When each permit was taken, oldest first. Never changed. */
    static final class State implements LimitState {

        private final long[] times;

        private State(long[] times) {
            this.times = times;
        }
    }

    /** Takes the cost, if it fits. */
    static Verdict take(@Nullable LimitState read, long now, LimitNumbers limit, long cost) {
        long[] live = live(read, now, limit);
        if (cost == 0 || live.length + cost <= limit.capacity()) {
            return verdict(plus(live, now, (int) cost), now, limit, true, 0L);
        }
        if (cost > limit.capacity()) {
            return verdict(live, now, limit, false, null);
        }
        int last = (int) (live.length + cost - limit.capacity()) - 1;
        return verdict(live, now, limit, false, live[last] + limit.periodMicros() - now);
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
        long[] live = live(read, now, limit);
        long entries = Math.min(
                permits, Arrays.stream(live).filter(time -> time == charged).count());
        if (entries == 0) {
            return null;
        }
        long[] left = new long[live.length - (int) entries];
        int skipped = 0;
        int kept = 0;
        for (long time : live) {
            if (time == charged && skipped < entries) {
                skipped++;
            } else {
                left[kept++] = time;
            }
        }
        return verdict(left, now, limit, true, 0L);
    }

    private static long[] live(@Nullable LimitState read, long now, LimitNumbers limit) {
        if (!(read instanceof State state)) {
            return new long[0];
        }
        int first = 0;
        while (first < state.times.length && state.times[first] <= now - limit.periodMicros()) {
            first++;
        }
        return Arrays.copyOfRange(state.times, first, state.times.length);
    }

    /** In order even if the clock went back. */
    private static long[] plus(long[] live, long now, int cost) {
        long[] times = Arrays.copyOf(live, live.length + cost);
        Arrays.fill(times, live.length, times.length, now);
        Arrays.sort(times);
        return times;
    }

    private static Verdict verdict(long[] times, long now, LimitNumbers limit, boolean fits, @Nullable Long wait) {
        long reset = times.length == 0 ? 0 : times[times.length - 1] + limit.periodMicros() - now;
        long remaining = Math.max(0, limit.capacity() - times.length);
        return new Verdict(fits, wait, remaining, reset, new State(times), reset, false, List.of(), 0);
    }
}
