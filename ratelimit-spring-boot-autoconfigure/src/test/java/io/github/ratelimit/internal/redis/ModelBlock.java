package io.github.ratelimit.internal.redis;

import java.time.Duration;
import java.util.List;

/** The blocks of one key as the design says it. Times are µs and never go back. */
final class ModelBlock {

    private final List<Long> steps;
    private int level;
    private long end;

    ModelBlock(List<Duration> steps) {
        this.steps = steps.stream().map(step -> step.toMillis() * 1_000).toList();
    }

    /** How much longer the key stays out; 0 if it does not. */
    long left(long time) {
        return Math.max(0, end - time);
    }

    /** How long it would stay out after a refusal by its own limit; 0 without blocks. */
    long leftAfterRefusal(long time) {
        return left(time) > 0 || steps.isEmpty() ? left(time) : steps.get(nextLevel(time) - 1);
    }

    /** The key's own limit refused it. */
    void refuse(long time) {
        if (left(time) == 0 && !steps.isEmpty()) {
            level = nextLevel(time);
            end = time + steps.get(level - 1);
        }
    }

    /** Forgotten after the end plus the last step. */
    private int nextLevel(long time) {
        boolean remembered = level > 0 && time < end + steps.get(steps.size() - 1);
        return remembered ? Math.min(level + 1, steps.size()) : 1;
    }
}
