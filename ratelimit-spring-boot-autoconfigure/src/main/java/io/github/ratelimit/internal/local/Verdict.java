package io.github.ratelimit.internal.local;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an algorithm says of one limit.
 *
 * @param fits whether there was room
 * @param waitMicros until there is room, 0 when there was; null: never, the cost is above the capacity
 * @param remaining whole permits left
 * @param resetMicros until all permits are back; of a window until its end; 0 when none is used
 * @param state with the cost taken, if it fitted
 * @param expiryMicros how long the state matters; 0: not at all
 * @param mended whether the state that was read came from the future
 * @param alerts the levels that the cost was the first to reach
 * @param delayMicros how long what was taken waits for its turn; 0 but for a leaky bucket
 */
record Verdict(
        boolean fits,
        @Nullable Long waitMicros,
        long remaining,
        long resetMicros,
        LimitState state,
        long expiryMicros,
        boolean mended,
        List<Integer> alerts,
        long delayMicros) {

    /** The same after a wait for its turn. */
    Verdict delayed(LimitState newState, long newDelayMicros) {
        return new Verdict(
                fits, waitMicros, remaining, resetMicros, newState, expiryMicros, mended, alerts, newDelayMicros);
    }
}
