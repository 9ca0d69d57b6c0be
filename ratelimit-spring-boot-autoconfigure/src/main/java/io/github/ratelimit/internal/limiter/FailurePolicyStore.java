package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the shared store; when that fails, lets each policy go the way its owner chose. If one enforced check of a
 * decision is {@code closed}, the decision is UNAVAILABLE and nothing is charged locally.
 */
public final class FailurePolicyStore implements RateLimitStore {

    private static final Logger log = LoggerFactory.getLogger(FailurePolicyStore.class);

    private final RateLimitStore shared;
    private final RateLimitStore local;
    private final IntSupplier instances;
    private final FailureLog failures;
    private final FailureLog failedResets;

    /**
     * Puts a failure policy around the shared store.
     *
     * @param local decides this instance's share
     * @param instances among how many a limit is shared out
     * @param nanoClock tells when a line of the log is due
     */
    public FailurePolicyStore(
            RateLimitStore shared, RateLimitStore local, IntSupplier instances, LongSupplier nanoClock) {
        this.shared = shared;
        this.local = local;
        this.instances = instances;
        this.failures = new FailureLog(
                log, "The rate limit store failed, each policy does what its on-store-failure says", nanoClock);
        this.failedResets = new FailureLog(log, "Keys could not be reset in the rate limit store", nanoClock);
    }

    @Override
    public ChargedDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget budget)
            throws StoreFailureException {
        try {
            return shared.decide(checks, take, budget);
        } catch (StoreFailureException failure) {
            if (failure.isNews()) {
                failures.note(failure);
            }
            return withoutStore(checks, take, failure.retryAfter());
        }
    }

    private ChargedDecision withoutStore(List<ResolvedCheck> checks, boolean take, Duration retryAfter)
            throws StoreFailureException {
        boolean closed = checks.stream()
                .anyMatch(
                        check -> check.policy().enforce() && check.policy().onStoreFailure() == OnStoreFailure.CLOSED);
        List<ResolvedCheck> shares = checks.stream()
                .filter(check -> check.policy().onStoreFailure() == OnStoreFailure.LOCAL)
                .map(check -> check.share(instances.getAsInt()))
                .toList();
        @Nullable ChargedDecision decided = shares.isEmpty() ? null : local.decide(shares, take && !closed);
        Iterator<Result> localResults = decided == null
                ? List.<Result>of().iterator()
                : decided.results().iterator();
        List<Result> results = new ArrayList<>(checks.size());
        for (ResolvedCheck check : checks) {
            results.add(
                    switch (check.policy().onStoreFailure()) {
                        case LOCAL -> localResults.next();
                        case OPEN -> check.undecided(Outcome.ALLOWED, Basis.OPEN, null);
                        case CLOSED -> check.undecided(Outcome.UNAVAILABLE, Basis.CLOSED, retryAfter);
                    });
        }
        if (closed) {
            return new ChargedDecision(Outcome.UNAVAILABLE, results, List.of());
        }
        return new ChargedDecision(
                decided == null ? Outcome.ALLOWED : decided.outcome(),
                results,
                decided == null ? List.of() : decided.takeCharges());
    }

    @Override
    public void refund(List<Charge> charges) {
        List<Charge> ofShared =
                charges.stream().filter(charge -> charge.basis() == Basis.STORE).toList();
        List<Charge> ofLocal =
                charges.stream().filter(charge -> charge.basis() == Basis.LOCAL).toList();
        if (!ofShared.isEmpty()) {
            shared.refund(ofShared);
        }
        if (!ofLocal.isEmpty()) {
            local.refund(ofLocal);
        }
    }

    @Override
    public void reset(List<ResolvedCheck> checks) throws StoreFailureException {
        local.reset(checks);
        try {
            shared.reset(checks);
        } catch (StoreFailureException failure) {
            failedResets.note(failure);
        }
    }

    @Override
    public int localKeys() {
        return local.localKeys();
    }
}
