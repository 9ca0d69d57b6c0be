package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the shared store; when that fails, lets each policy go the way its owner chose. If one enforced check of a
 * decision is {@code closed}, the decision is UNAVAILABLE and nothing is charged locally.
 */
public final class FailurePolicyStore implements RateLimitStore {

    private static final Logger log = LoggerFactory.getLogger(FailurePolicyStore.class);

    /** So many decisions in a row make an outage a thing of the past: one that flaps is one line in the log. */
    private static final int SUCCESSES_TO_RECOVERY = 20;

    /** Worth a try after this long: nobody knows when a store returns. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final RateLimitStore shared;
    private final RateLimitStore local;
    private final int instances;
    private final AtomicInteger successesToRecovery = new AtomicInteger();

    /**
     * Puts a failure policy around the shared store.
     *
     * @param local decides this instance's share
     * @param instances among how many a limit is shared out
     */
    public FailurePolicyStore(RateLimitStore shared, RateLimitStore local, int instances) {
        this.shared = shared;
        this.local = local;
        this.instances = instances;
    }

    @Override
    public ChargedDecision decide(List<ResolvedCheck> checks, boolean take) throws StoreFailureException {
        try {
            ChargedDecision decision = shared.decide(checks, take);
            if (successesToRecovery.get() > 0 && successesToRecovery.decrementAndGet() == 0) {
                log.info("The rate limit store answers again");
            }
            return decision;
        } catch (StoreFailureException failure) {
            note(failure);
            return withoutStore(checks, take);
        }
    }

    /** One line an outage. That the caller was interrupted says nothing of the store. */
    private void note(StoreFailureException failure) {
        if (!Thread.currentThread().isInterrupted() && successesToRecovery.getAndSet(SUCCESSES_TO_RECOVERY) <= 0) {
            log.warn(
                    "The rate limit store failed: {}. Until it answers each policy does what its on-store-failure says",
                    failure.getMessage());
        }
    }

    private ChargedDecision withoutStore(List<ResolvedCheck> checks, boolean take) throws StoreFailureException {
        boolean closed = checks.stream()
                .anyMatch(
                        check -> check.policy().enforce() && check.policy().onStoreFailure() == OnStoreFailure.CLOSED);
        List<ResolvedCheck> shares = checks.stream()
                .filter(check -> check.policy().onStoreFailure() == OnStoreFailure.LOCAL)
                .map(check -> check.share(instances))
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
                        case CLOSED -> check.undecided(Outcome.UNAVAILABLE, Basis.CLOSED, RETRY_AFTER);
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
            if (successesToRecovery.get() <= 0) {
                log.warn(
                        "Keys of rate limit policies {} could not be reset: {}",
                        StoreRateLimiter.names(checks),
                        failure.getMessage());
            }
        }
    }
}
