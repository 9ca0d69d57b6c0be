package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The limiter that filter, annotations and code share: resolves checks, asks the store, tells the listeners. */
public final class StoreRateLimiter implements RateLimiter {

    private static final Logger log = LoggerFactory.getLogger(StoreRateLimiter.class);

    private final CheckResolver resolver;
    private final RateLimitStore store;
    private final DecisionListeners listeners;
    private final RunningDecisions running = new RunningDecisions();

    /** Decides with this store, and tells these listeners. */
    public StoreRateLimiter(CheckResolver resolver, RateLimitStore store, DecisionListeners listeners) {
        this.resolver = resolver;
        this.store = store;
        this.listeners = listeners;
    }

    /** Finds keys and numbers. */
    public CheckResolver resolver() {
        return resolver;
    }

    @Override
    public RateLimitDecision tryAcquire(RateLimitCheck... checks) {
        return tryAcquire(resolve(checks), waitBudget(), Place.CODE);
    }

    /**
     * {@link #tryAcquire(RateLimitCheck...)} for checks that are resolved already.
     *
     * @param budget how long the request may wait for the store
     * @param place where it is asked
     */
    RateLimitDecision tryAcquire(List<ResolvedCheck> checks, WaitBudget budget, Place place) {
        RateLimitDecision decision = decide(checks, true, budget);
        tell(decision, place);
        return decision;
    }

    /** Tells the listeners. */
    void tell(RateLimitDecision decision, Place place) {
        listeners.tell(decision, place);
    }

    @Override
    public RateLimitDecision peek(RateLimitCheck... checks) {
        return decide(resolve(checks), false, waitBudget());
    }

    private WaitBudget waitBudget() {
        RequestScope request = resolver.currentRequest();
        return request == null ? new WaitBudget() : request.ledger().waitBudget();
    }

    @Override
    public void refund(RateLimitDecision decision) {
        refund(decision, policy -> true);
    }

    /** Gives back what an allowed decision took for some of its policies, by name. */
    void refund(RateLimitDecision decision, Predicate<String> policies) {
        if (decision instanceof ChargedDecision charged) {
            List<Charge> charges = charged.takeCharges(
                    charge -> policies.test(charge.check().policy().name()));
            if (!charges.isEmpty()) {
                store.refund(charges);
            }
        }
    }

    @Override
    public List<RateLimitDecision> currentDecisions() {
        RequestScope request = resolver.currentRequest();
        if (request == null) {
            return running.ofThread();
        }
        return Stream.concat(request.ledger().decisions().stream(), running.ofThread().stream())
                .toList();
    }

    /** The decisions of annotated methods. */
    RunningDecisions running() {
        return running;
    }

    @Override
    public void reset(RateLimitCheck check) {
        ResolvedCheck resolved = resolver.resolve(check);
        if (resolved == null || resolved.numbers().isUnlimited()) {
            return;
        }
        try {
            store.reset(resolved);
        } catch (StoreFailureException failure) {
            log.warn("A key of rate limit policy '{}' could not be reset: {}", check.policy(), failure.getMessage());
        }
    }

    private List<ResolvedCheck> resolve(RateLimitCheck[] checks) {
        List<ResolvedCheck> resolved = new ArrayList<>(checks.length);
        for (RateLimitCheck check : checks) {
            ResolvedCheck each = resolver.resolve(check);
            if (each != null) {
                resolved.add(each);
            }
        }
        return resolved;
    }

    private RateLimitDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget budget) {
        List<ResolvedCheck> distinct = mergeEqual(checks);
        List<ResolvedCheck> limited = withoutUnlimited(distinct);
        if (limited.isEmpty()) {
            return new ChargedDecision(
                    Outcome.ALLOWED,
                    distinct.stream().map(StoreRateLimiter::unlimited).toList(),
                    List.of());
        }
        ChargedDecision decision = ask(limited, take, budget);
        return limited.size() == distinct.size() ? decision : withUnlimited(distinct, decision);
    }

    private static List<ResolvedCheck> withoutUnlimited(List<ResolvedCheck> checks) {
        for (ResolvedCheck check : checks) {
            if (check.numbers().isUnlimited()) {
                return checks.stream()
                        .filter(each -> !each.numbers().isUnlimited())
                        .toList();
            }
        }
        return checks;
    }

    private ChargedDecision ask(List<ResolvedCheck> checks, boolean take, WaitBudget budget) {
        try {
            return store.decide(checks, take, budget);
        } catch (StoreFailureException failure) {
            throw new IllegalStateException("a store without a failure policy failed", failure);
        }
    }

    private static List<ResolvedCheck> mergeEqual(List<ResolvedCheck> checks) {
        if (checks.size() < 2) {
            return checks;
        }
        List<ResolvedCheck> distinct = new ArrayList<>(checks.size());
        for (ResolvedCheck check : checks) {
            int same = indexOfSameBudget(distinct, check);
            if (same < 0) {
                distinct.add(check);
            } else {
                distinct.set(same, distinct.get(same).plus(check));
            }
        }
        return distinct;
    }

    private static int indexOfSameBudget(List<ResolvedCheck> checks, ResolvedCheck check) {
        for (int i = 0; i < checks.size(); i++) {
            if (checks.get(i).sharesBudgetWith(check)) {
                return i;
            }
        }
        return -1;
    }

    private static ChargedDecision withUnlimited(List<ResolvedCheck> checks, ChargedDecision decision) {
        List<Result> results = new ArrayList<>(checks.size());
        int next = 0;
        for (ResolvedCheck check : checks) {
            results.add(
                    check.numbers().isUnlimited()
                            ? unlimited(check)
                            : decision.results().get(next++));
        }
        return new ChargedDecision(decision.outcome(), results, decision.takeCharges());
    }

    private static Result unlimited(ResolvedCheck check) {
        return check.undecided(Outcome.ALLOWED, Basis.UNLIMITED, null);
    }
}
