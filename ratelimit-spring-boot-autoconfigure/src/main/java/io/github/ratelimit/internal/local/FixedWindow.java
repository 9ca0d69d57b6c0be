package io.github.ratelimit.internal.local;

import io.github.ratelimit.internal.limiter.CalendarDay;
import io.github.ratelimit.internal.limiter.LimitNumbers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fixed window: at most {@code capacity} permits a window, which begins with the key's first request or at local
 * midnight. Pure; the same arithmetic as {@code fixed-window.lua}.
 */
final class FixedWindow {

    private FixedWindow() {}

    /**
     * State of one window.
     *
     * @param counted permits taken in it
     * @param endMicros when it ends
     * @param raised the highest alert level reached in it, in percent; 0: none
     */
    record State(long counted, long endMicros, int raised) implements LimitState {}

    /**
     * Counts the cost, if it fits.
     *
     * @param day the calendar's window; null: the window begins with the first request
     * @param levels alert levels in percent, ascending
     */
    static Verdict take(
            @Nullable LimitState read,
            long now,
            LimitNumbers limit,
            @Nullable CalendarDay day,
            List<Integer> levels,
            long cost) {
        Window window = Window.of(read, now, limit, day);
        State state = window.state;
        if (cost == 0 || state.counted + cost <= limit.capacity()) {
            return window.verdict(true, 0L, state.counted + cost, levels);
        }
        Long wait = cost > limit.capacity() ? null : Long.valueOf(state.endMicros - now);
        return window.verdict(false, wait, state.counted, levels);
    }

    /**
     * Gives permits back, if the window that was charged still counts.
     *
     * @param chargedUntil when that window ends
     * @return null if no window counts
     */
    static @Nullable Verdict giveBack(
            @Nullable LimitState read,
            long now,
            LimitNumbers limit,
            @Nullable CalendarDay day,
            long permits,
            long chargedUntil) {
        if (!(read instanceof State current) || current.endMicros <= now) {
            return null;
        }
        Window window = Window.of(read, now, limit, day);
        State state = window.state;
        long counted = state.endMicros == chargedUntil ? Math.max(0, state.counted - permits) : state.counted;
        return window.verdict(true, 0L, counted, List.of());
    }

    private record Window(LimitNumbers limit, State state, long now, boolean mended) {

        static Window of(@Nullable LimitState read, long now, LimitNumbers limit, @Nullable CalendarDay day) {
            long latestEnd = day == null ? now + limit.periodMicros() : now < day.end() ? day.end() : day.nextEnd();
            if (!(read instanceof State state) || state.endMicros <= now) {
                return new Window(limit, new State(0, latestEnd, 0), now, false);
            }
            boolean wrongEnd = state.endMicros > latestEnd || (day != null && state.endMicros != latestEnd);
            State counting = wrongEnd ? new State(state.counted, latestEnd, state.raised) : state;
            return new Window(limit, counting, now, wrongEnd);
        }

        Verdict verdict(boolean fits, @Nullable Long wait, long counted, List<Integer> levels) {
            List<Integer> alerts = reached(counted, levels);
            int raised = alerts.isEmpty() ? state.raised : alerts.get(alerts.size() - 1);
            long untilEnd = state.endMicros - now;
            return new Verdict(
                    fits,
                    wait,
                    Math.max(0, limit.capacity() - counted),
                    counted > 0 ? untilEnd : 0,
                    new State(counted, state.endMicros, raised),
                    counted > 0 || raised > 0 ? untilEnd : 0,
                    mended,
                    alerts,
                    0);
        }

        private List<Integer> reached(long counted, List<Integer> levels) {
            if (levels.isEmpty()) {
                return List.of();
            }
            List<Integer> reached = new ArrayList<>();
            for (int level : levels) {
                if (level > state.raised && counted * 100 >= level * limit.capacity()) {
                    reached.add(level);
                }
            }
            return reached;
        }
    }
}
