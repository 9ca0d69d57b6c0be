package io.github.ratelimit.internal.local;

import io.github.ratelimit.internal.limiter.LimitNumbers;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a cost above a share leaves behind in a window or log: nothing passes until so many windows are over as the cost
 * would have filled. A bucket has its debt in its own state.
 *
 * @param untilMicros when it is paid
 */
record Debt(long untilMicros) implements LimitState {

    /**
     * Takes a cost from a window or log that may be in debt.
     *
     * @param take the algorithm, for a cost that fits the share
     */
    static Verdict take(
            @Nullable LimitState read, long now, LimitNumbers limit, long cost, LongFunction<Verdict> take) {
        if (read instanceof Debt debt && debt.untilMicros > now) {
            // Neither a clock that went back nor a larger share makes a debt longer than a debt can be.
            Debt longest = of(now, limit, limit.largestCost());
            boolean mended = debt.untilMicros > longest.untilMicros;
            return (mended ? longest : debt).verdict(cost == 0, now, mended);
        }
        if (!limit.isDebt(cost)) {
            return take.apply(cost);
        }
        Verdict whole = take.apply(limit.capacity());
        return whole.fits() ? of(now, limit, cost).verdict(true, now, false) : whole;
    }

    private static Debt of(long now, LimitNumbers limit, long cost) {
        return new Debt(now + (long) Math.ceil((double) cost / limit.capacity() * limit.periodMicros()));
    }

    /** Forgives it, if it is that charge's; null if it is another's. */
    @Nullable
    Verdict giveBack(long chargedUntil) {
        return untilMicros == chargedUntil ? new Verdict(true, 0L, 0, 0, this, 0, false, List.of(), 0) : null;
    }

    private Verdict verdict(boolean fits, long now, boolean mended) {
        long left = untilMicros - now;
        return new Verdict(fits, fits ? 0L : left, 0, left, this, left, mended, List.of(), 0);
    }
}
