package io.github.ratelimit.internal.limiter;

import java.util.List;

/** Where the counts live. Checks of one call have different budgets and none is unlimited. */
public interface RateLimitStore extends AutoCloseable {

    /**
     * Decides all checks together, all or nothing.
     *
     * @param take whether permits are taken; false: only looked at
     * @param budget how long the request may wait
     * @throws StoreFailureException if the store cannot decide; nothing is charged then, as far as anybody can know
     */
    ChargedDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget budget) throws StoreFailureException;

    /** Decides for a request that has not waited yet. */
    default ChargedDecision decide(List<ResolvedCheck> checks, boolean take) throws StoreFailureException {
        return decide(checks, take, new WaitBudget());
    }

    /** Gives charges back, as far as they are still missing. Does not wait. */
    void refund(List<Charge> charges);

    /** Forgets all that was used of these checks' budgets, and their blocks. */
    void reset(List<ResolvedCheck> checks) throws StoreFailureException;

    /** Gives back what it holds for itself. */
    @Override
    default void close() {}

    /** How many keys of limits this process counts itself. */
    default int localKeys() {
        return 0;
    }
}
