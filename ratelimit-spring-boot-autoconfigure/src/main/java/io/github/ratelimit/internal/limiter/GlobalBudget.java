package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitDecision.Usage;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A budget that all callers share, as this process's last decision of it told. What comes back by itself since then is
 * reckoned with; what other instances took since then is not known.
 */
public final class GlobalBudget {

    private final String policy;
    private final LongSupplier nanoClock;
    private volatile @Nullable Seen seen;

    GlobalBudget(String policy, LongSupplier nanoClock) {
        this.policy = policy;
        this.nanoClock = nanoClock;
    }

    private record Seen(Algorithm algorithm, Usage usage, long nanos) {

        /** Permits in use: those of a bucket come back steadily, all others at the latest when all are back. */
        double used(long now) {
            double left =
                    1 - (double) (now - nanos) / Math.max(1, usage.resetAfter().toNanos());
            double used = usage.capacity() - usage.remaining();
            if (left <= 0) {
                return 0;
            }
            return algorithm == Algorithm.TOKEN_BUCKET || algorithm == Algorithm.LEAKY_BUCKET ? used * left : used;
        }
    }

    /**
     * A limit's budget.
     *
     * @param limit as configured, {@code 5000/1d}
     * @param capacity what fits at most, or this process's share of it while the store fails
     * @param used permits in use, at most the capacity
     */
    public record State(String limit, long capacity, double used) {

        /** The part that is in use, 0 to 1. */
        public double usage() {
            return used / capacity;
        }

        /** Whole permits left. */
        public long remaining() {
            return capacity - (long) Math.ceil(used);
        }
    }

    /** The policy's name. */
    public String policy() {
        return policy;
    }

    /** The limit that was closest to exhaustion; empty before the first decision. */
    public Optional<State> state() {
        Seen last = seen;
        if (last == null) {
            return Optional.empty();
        }
        Usage usage = last.usage();
        return Optional.of(new State(usage.limit().toString(), usage.capacity(), last.used(nanoClock.getAsLong())));
    }

    void see(Result result, long nanos) {
        Usage tightest = result.usages().get(0);
        for (Usage usage : result.usages()) {
            if (usage.remaining() * tightest.capacity() < tightest.remaining() * usage.capacity()) {
                tightest = usage;
            }
        }
        seen = new Seen(result.policy().algorithm(), tightest, nanos);
    }
}
