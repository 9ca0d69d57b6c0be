package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.internal.limiter.RequestLedger.Admitted;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What becomes of a request's charges once its final status is known: {@code refund-on} gives them back and does not wait,
 * {@code reset-on} clears their keys and waits for the store. Where both match, the cleared key has nothing to give back.
 */
public final class Outcomes {

    private final StoreRateLimiter limiter;

    /** Gives back and clears through this limiter. */
    public Outcomes(StoreRateLimiter limiter) {
        this.limiter = limiter;
    }

    /** Applies a final status to all that was charged so far. Each charge meets one status, however often this is called. */
    public void apply(RequestLedger ledger, int status) {
        Set<ResolvedCheck> cleared = new LinkedHashSet<>(2);
        Admitted admitted = ledger.takePending();
        while (admitted != null) {
            for (int i = 0; i < admitted.checks().size(); i++) {
                if (admitted.fitted(i) && clears(admitted.checks().get(i), status)) {
                    cleared.add(admitted.checks().get(i).withCost(0));
                }
            }
            limiter.refund(
                    admitted.decision(),
                    charge -> charge.check().policy().refundsOn(status) && !clears(charge.check(), status));
            admitted = ledger.takePending();
        }
        limiter.reset(cleared);
    }

    /** What stands in for a key, such as the address of who sent none, names no account that was proven. */
    private static boolean clears(ResolvedCheck check, int status) {
        return check.policy().resetsOn(status) && !check.isFallback();
    }
}
