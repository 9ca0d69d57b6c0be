package io.github.ratelimit.internal.limiter;

import java.util.List;

/** A store that is gone. */
final class FailingStore implements RateLimitStore {

    @Override
    public ChargedDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget budget)
            throws StoreFailureException {
        throw new StoreFailureException("gone");
    }

    @Override
    public void refund(List<Charge> charges) {
        throw new AssertionError("nothing was charged");
    }

    @Override
    public void reset(List<ResolvedCheck> checks) throws StoreFailureException {
        throw new StoreFailureException("gone");
    }
}
