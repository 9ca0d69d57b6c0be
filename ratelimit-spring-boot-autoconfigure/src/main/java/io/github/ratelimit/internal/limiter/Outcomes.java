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
        apply(ledger, status, status);
    }

    /**
     * Applies the status of an error page. What it was made for has to match as well: a caller may be able to make a page
     * fail, with an upload that is too large for it, and would have each wrong password given back.
     *
     * @param error the status that the page was made for
     */
    public void apply(RequestLedger ledger, int error, int status) {
        Set<ResolvedCheck> cleared = new LinkedHashSet<>(2);
        Admitted admitted = ledger.takePending();
        while (admitted != null) {
            for (int i = 0; i < admitted.checks().size(); i++) {
                if (admitted.fitted(i) && clears(admitted.checks().get(i), error, status)) {
                    cleared.add(admitted.checks().get(i).withCost(0));
                }
            }
            limiter.refund(
                    admitted.decision(),
                    charge -> refunds(charge.check(), error, status) && !clears(charge.check(), error, status));
            admitted = ledger.takePending();
        }
        limiter.reset(cleared);
    }

    private static boolean refunds(ResolvedCheck check, int error, int status) {
        return check.policy().refundsOn(error) && check.policy().refundsOn(status);
    }

    /** What stands in for a key, such as the address of who sent none, names no account that was proven. */
    private static boolean clears(ResolvedCheck check, int error, int status) {
        return check.policy().resetsOn(error) && check.policy().resetsOn(status) && !check.isFallback();
    }
}
