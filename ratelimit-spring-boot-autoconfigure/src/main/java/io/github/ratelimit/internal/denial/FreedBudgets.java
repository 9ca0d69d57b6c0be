package io.github.ratelimit.internal.denial;

import io.github.ratelimit.internal.limiter.ResolvedCheck;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts how often permits came back to a budget by this process: what was refused before that may pass now. Budgets share
 * a fixed number of counters; one that shares its counter with another is merely asked for once more.
 */
final class FreedBudgets {

    private static final int COUNTERS = 4_096;

    private final AtomicLongArray counters = new AtomicLongArray(COUNTERS);

    /** Permits came back to this check's budget, and whoever asks the store from now on sees them. */
    void note(ResolvedCheck check) {
        counters.incrementAndGet(counter(check));
    }

    /** A number that differs from an earlier one for the same checks if and only if a counter of theirs has moved. */
    long version(List<ResolvedCheck> checks) {
        long version = 0;
        for (int i = 0; i < checks.size(); i++) {
            version += counters.get(counter(checks.get(i)));
        }
        return version;
    }

    private static int counter(ResolvedCheck check) {
        int hash = 31 * check.active().name().hashCode() + check.key().hashCode();
        return (hash ^ (hash >>> 16)) & (COUNTERS - 1);
    }
}
