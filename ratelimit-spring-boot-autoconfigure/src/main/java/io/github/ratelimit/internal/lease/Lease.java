package io.github.ratelimit.internal.lease;

import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitDecision.Usage;
import io.github.ratelimit.internal.lease.LeasedBudget.Turn;
import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.Lists;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Permits of one budget that the shared store has charged and this process may spend until its end. */
final class Lease {

    /** Far below what any number of permits put back makes up for. */
    private static final long OVER = Long.MIN_VALUE / 2;

    private final Charge charge;
    private final Result granted;
    private final long endNanos;
    private final long half;
    private final AtomicLong left;
    private final AtomicBoolean followed = new AtomicBoolean();

    /**
     * What was granted beyond a check's own cost.
     *
     * @param charge the store's receipt, of all that it charged
     * @param granted what it said to the check that asked
     * @param permits beyond that check's cost
     * @param endNanos on the holder's clock
     */
    Lease(Charge charge, Result granted, long permits, long endNanos) {
        this.charge = charge;
        this.granted = granted;
        this.endNanos = endNanos;
        this.half = permits / 2;
        this.left = new AtomicLong(permits);
    }

    /** Takes a check's cost, if the lease is of these very numbers and holds as much; else null. */
    Turn.@Nullable Taken take(ResolvedCheck check, long nowNanos) {
        if (isOver(nowNanos) || charge.check().numbers() != check.numbers()) {
            return null;
        }
        long before = left.get();
        while (before >= check.cost()) {
            long behind = before - check.cost();
            if (left.compareAndSet(before, behind)) {
                return new Turn.Taken(this, check, behind);
            }
            before = left.get();
        }
        return null;
    }

    /** Puts permits back that were taken. False once what was left has been given back. */
    boolean putBack(long permits) {
        return left.addAndGet(permits) >= 0;
    }

    /** Whether it is half spent and should be followed by the next one. True once. */
    boolean isToBeFollowed() {
        return left.get() <= half && !followed.get() && followed.compareAndSet(false, true);
    }

    /** Whether less than a quarter of it is left. */
    boolean isNearlySpent() {
        return left.get() < half / 2;
    }

    boolean isOver(long nowNanos) {
        return nowNanos - endNanos >= 0;
    }

    /** Ends it. What is left, to be given back; null if nothing is. */
    @Nullable
    Charge end() {
        long unused = left.getAndSet(OVER);
        return unused > 0 ? receipt(unused, 0) : null;
    }

    /** The receipt of permits that were taken from it while others were left behind them. */
    Charge receipt(long permits, long behind) {
        return charge.part(permits, behind);
    }

    /** What a check is told that has taken its cost. What others have used since the lease began is not known. */
    Result result(ResolvedCheck check) {
        return new Result(
                check.policy(),
                granted.plan(),
                check.key(),
                check.cost(),
                Outcome.ALLOWED,
                Basis.LEASE,
                withMore(granted.usages(), Math.max(0, left.get())),
                null,
                Duration.ZERO,
                List.of(),
                Duration.ZERO);
    }

    /** What a check is told that was charged more than its cost: the rest is there for others. */
    static Result withMore(Result result, long permits) {
        return new Result(
                result.policy(),
                result.plan(),
                result.key(),
                result.cost(),
                result.outcome(),
                result.basis(),
                withMore(result.usages(), permits),
                result.retryAfter(),
                result.delay(),
                result.alerts(),
                result.blockedFor());
    }

    private static List<Usage> withMore(List<Usage> usages, long permits) {
        return Lists.map(
                usages,
                usage -> new Usage(
                        usage.limit(),
                        usage.capacity(),
                        usage.remaining() + permits,
                        usage.timeToFull(),
                        usage.resetAfter(),
                        usage.retryAfter()));
    }
}
