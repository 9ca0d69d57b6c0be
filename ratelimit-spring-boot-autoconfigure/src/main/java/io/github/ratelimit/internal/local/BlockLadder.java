package io.github.ratelimit.internal.local;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Block ladder: a key that its own limit refused stays out, a step longer each time. Pure; the same answers as
 * {@code apply_block} in {@code decide.lua}.
 */
final class BlockLadder {

    private BlockLadder() {}

    /**
     * The last block of a key.
     *
     * @param level which step it is, from 1
     * @param endMicros when it ends
     */
    record State(int level, long endMicros) implements LimitState {}

    /**
     * What the ladder says of one check.
     *
     * @param state what to keep; null: as it was
     * @param blockedMicros how much longer the key stays out; 0 when it does not
     * @param expiryMicros how long the state matters: until its end, and the last step after that
     */
    record Verdict(@Nullable State state, long blockedMicros, long expiryMicros) {}

    /** Of a policy without a block. */
    static final Verdict NONE = new Verdict(null, 0, 0);

    /**
     * Looks for a running block, and starts one if there is none and the check's own limits refused.
     *
     * @param refused whether they did, for lack of permits and not for a cost that never fits
     */
    static Verdict apply(@Nullable LimitState read, long now, List<Duration> steps, boolean refused) {
        long last = micros(steps.get(steps.size() - 1));
        State known = read instanceof State state && now < state.endMicros + last ? state : new State(0, now);
        State current = mended(known, now, steps);
        if (refused && current.endMicros <= now) {
            int level = Math.min(current.level + 1, steps.size());
            current = new State(level, now + micros(steps.get(level - 1)));
        }
        long blocked = Math.max(0, current.endMicros - now);
        return new Verdict(current.equals(known) ? null : current, blocked, current.endMicros + last - now);
    }

    /** Of a ladder that has become shorter, or from a clock that went back: it ends no later than a step from now. */
    private static State mended(State state, long now, List<Duration> steps) {
        int level = Math.min(state.level, steps.size());
        if (level == 0) {
            return state;
        }
        long latestEnd = now + micros(steps.get(level - 1));
        return state.endMicros > latestEnd ? new State(level, latestEnd) : state;
    }

    private static long micros(Duration step) {
        return step.toMillis() * 1_000;
    }
}
