package io.github.ratelimit.internal.local;

import io.github.ratelimit.internal.limiter.ResolvedCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all limits of a check, and its block, say of its cost.
 *
 * @param check the check
 * @param verdicts one a limit
 * @param block of its key
 */
record Asked(ResolvedCheck check, List<Verdict> verdicts, BlockLadder.Verdict block) {

    /** Whether the check passes. What costs nothing passes a block too. */
    boolean fits() {
        return haveRoom(verdicts) && (block.blockedMicros() == 0 || check.cost() == 0);
    }

    /** Until it passes, 0 when it does; null: never. */
    @Nullable
    Long waitMicros() {
        Long wait = longestWait(verdicts);
        return wait == null || check.cost() == 0 ? wait : Long.valueOf(Math.max(wait, block.blockedMicros()));
    }

    /** How long it waits for its turn; 0 but for a leaky bucket. */
    long delayMicros() {
        return verdicts.stream().mapToLong(Verdict::delayMicros).max().orElse(0);
    }

    /** The alert levels that its charge is the first to reach. */
    List<Integer> alerts() {
        return verdicts.stream()
                .flatMap(verdict -> verdict.alerts().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /** Whether limits refuse it for lack of permits, and not for a cost that never fits. */
    static boolean isRefused(List<Verdict> verdicts) {
        return !haveRoom(verdicts) && longestWait(verdicts) != null;
    }

    private static boolean haveRoom(List<Verdict> verdicts) {
        for (Verdict verdict : verdicts) {
            if (!verdict.fits()) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Long longestWait(List<Verdict> verdicts) {
        long longest = 0;
        for (Verdict verdict : verdicts) {
            Long wait = verdict.waitMicros();
            if (wait == null) {
                return null;
            }
            longest = Math.max(longest, wait);
        }
        return longest;
    }
}
