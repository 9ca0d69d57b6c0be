package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimiter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
        return tryAcquire(resolve(checks), ledger(), Place.CODE);
    }

    private @Nullable RequestLedger ledger() {
        RequestScope request = resolver.currentRequest();
        return request == null ? null : request.ledger();
    }

    private static WaitBudget budget(@Nullable RequestLedger ledger) {
        return ledger == null ? new WaitBudget() : ledger.waitBudget();
    }

    /**
     * The same for checks that are resolved already.
     *
     * @param ledger of the request they belong to; null outside one
     * @param place where it is asked
     */
    RateLimitDecision tryAcquire(List<ResolvedCheck> checks, @Nullable RequestLedger ledger, Place place) {
        List<ResolvedCheck> distinct = mergeEqual(checks);
        RateLimitDecision decision = decide(distinct, true, budget(ledger));
        if (ledger != null && decision.isAllowed()) {
            ledger.admitted(decision, distinct);
        }
        tell(decision, place);
        return decision;
    }

    /** Tells the listeners. */
    void tell(RateLimitDecision decision, Place place) {
        listeners.tell(decision, place);
    }

    @Override
    public RateLimitDecision peek(RateLimitCheck... checks) {
        return decide(mergeEqual(resolve(checks)), false, budget(ledger()));
    }

    /** {@link #peek(RateLimitCheck...)} for a check that is resolved already, outside a request. */
    RateLimitDecision peek(ResolvedCheck check) {
        return decide(List.of(check), false, new WaitBudget());
    }

    @Override
    public void refund(RateLimitDecision decision) {
        refund(decision, charge -> true);
    }

    /** Gives back some of what an allowed decision took. */
    void refund(RateLimitDecision decision, Predicate<Charge> wanted) {
        if (decision instanceof ChargedDecision charged) {
            List<Charge> charges = charged.takeCharges(wanted);
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
        reset(resolved == null ? List.of() : List.of(resolved));
    }

    /** Forgets all that was used of these budgets, in one call. */
    void reset(Collection<ResolvedCheck> checks) {
        List<ResolvedCheck> limited =
                checks.stream().filter(check -> !check.numbers().isUnlimited()).toList();
        if (limited.isEmpty()) {
            return;
        }
        try {
            store.reset(limited);
        } catch (StoreFailureException failure) {
            log.warn("Keys of rate limit policies {} could not be reset: {}", names(limited), failure.getMessage());
        }
    }

    /** The policies of these checks, for the log. */
    static List<String> names(List<ResolvedCheck> checks) {
        return checks.stream().map(check -> check.policy().name()).distinct().toList();
    }

    private List<ResolvedCheck> resolve(RateLimitCheck[] checks) {
        if (checks.length == 1) {
            ResolvedCheck only = resolver.resolve(checks[0]);
            return only == null ? List.of() : List.of(only);
        }
        List<ResolvedCheck> resolved = new ArrayList<>(checks.length);
        for (RateLimitCheck check : checks) {
            ResolvedCheck each = resolver.resolve(check);
            if (each != null) {
                resolved.add(each);
            }
        }
        return resolved;
    }

    private RateLimitDecision decide(List<ResolvedCheck> distinct, boolean take, WaitBudget budget) {
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
        for (int i = 0; i < checks.size(); i++) {
            if (checks.get(i).numbers().isUnlimited()) {
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
