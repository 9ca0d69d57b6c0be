package io.github.ratelimit.internal.lease;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitDecision.Usage;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.lease.LeasedBudget.Turn;
import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedCheck.TakeUpTo;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One decision in which some checks have a lease. Those that find permits there take them first; the others are decided
 * by the store together, and what was taken is put back if they are refused.
 */
final class LeasedDecision {

    private static final long LIFE_NANOS = RateLimitPolicy.LEASE_LIFE.toNanos();

    private final LeasingStore leases;
    private final List<ResolvedCheck> checks;

    /** In step with the checks: where one has taken its cost, and what it renews. */
    private final Turn.@Nullable Taken[] taken;

    private final @Nullable LeasedBudget[] renewed;

    /** Of an only check, what it has taken its cost from. */
    private @Nullable LeasedBudget spent;

    LeasedDecision(LeasingStore leases, List<ResolvedCheck> checks) {
        this.leases = leases;
        this.checks = checks;
        this.taken = new Turn.Taken[checks.size()];
        this.renewed = new LeasedBudget[checks.size()];
    }

    ChargedDecision decide(RateLimitStore store, WaitBudget budget) throws StoreFailureException {
        long begin = 0;
        @Nullable ChargedDecision decision = null;
        List<Charge> charges = List.of();
        boolean passed = false;
        try {
            // Who holds one renewal must not wait for another.
            take(checks.size() == 1 ? budget : null);
            List<ResolvedCheck> asked = asked();
            if (!asked.isEmpty()) {
                begin = leases.nanoTime();
                decision = store.decide(asked, true, budget);
                charges = decision.takeCharges();
            }
            passed = decision == null || decision.isAllowed();
        } finally {
            // A caller that waits for this one must hear of it, whatever happens.
            endRenewals(decision, charges, begin);
            if (!passed) {
                putBack();
            }
        }
        if (spent != null && spent.isToBeRenewed()) {
            renewAhead(spent, store, budget);
        }
        return together(decision, charges);
    }

    /** The lease is half spent: this caller fetches the next one, and others need not wait for it. */
    private void renewAhead(LeasedBudget held, RateLimitStore store, WaitBudget budget) throws StoreFailureException {
        ResolvedCheck check = checks.get(0);
        Lease fresh = null;
        long begin = leases.nanoTime();
        try {
            ResolvedCheck ahead = renewing(check.withCost(0), held);
            ChargedDecision decision = store.decide(List.of(ahead), true, budget);
            fresh = lease(ahead, decision.results().get(0), decision.takeCharges(), begin);
        } finally {
            leases.giveBack(held.renewedAhead(fresh));
        }
    }

    /**
     * Takes what is there.
     *
     * @param budget of which to wait for others that renew; null: do not wait
     */
    private void take(@Nullable WaitBudget budget) {
        for (int i = 0; i < taken.length; i++) {
            if (leases.isLeased(checks.get(i))) {
                take(i, budget);
            }
        }
    }

    private void take(int i, @Nullable WaitBudget budget) {
        ResolvedCheck check = checks.get(i);
        for (LeasedBudget held = leases.budgetOf(check); held != null; held = leases.budgetOf(check)) {
            Turn turn = held.take(check, 0);
            if (turn instanceof Turn.Ask && budget != null) {
                long begin = leases.nanoTime();
                turn = held.take(check, leases.patienceNanos(budget));
                leases.spend(budget, begin);
            }
            if (turn instanceof Turn.Taken from) {
                taken[i] = from;
                spent = checks.size() == 1 ? held : null;
            } else if (turn instanceof Turn.Renew) {
                renewed[i] = held;
            }
            if (!(turn instanceof Turn.Retired)) {
                return;
            }
            leases.forget(check, held);
        }
    }

    private List<ResolvedCheck> asked() {
        List<ResolvedCheck> asked = new ArrayList<>(checks.size());
        for (int i = 0; i < taken.length; i++) {
            ResolvedCheck check = checks.get(i);
            LeasedBudget budget = renewed[i];
            if (budget != null) {
                asked.add(renewing(check, budget));
            } else if (taken[i] == null) {
                asked.add(check);
            }
        }
        return asked;
    }

    /** A lease beyond what callers wait for already. */
    private ResolvedCheck renewing(ResolvedCheck check, LeasedBudget budget) {
        return check.takingUpTo(new TakeUpTo(check.numbers().lease() + budget.awaited(), leases.part()));
    }

    private void endRenewals(@Nullable ChargedDecision decision, List<Charge> charges, long beginNanos) {
        List<Charge> unused = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < taken.length; i++) {
            if (taken[i] != null) {
                continue;
            }
            LeasedBudget budget = renewed[i];
            if (budget != null) {
                Result result = decision == null ? null : decision.results().get(next);
                unused.addAll(
                        budget.renewed(result == null ? null : lease(checks.get(i), result, charges, beginNanos)));
            }
            next++;
        }
        leases.giveBack(unused);
    }

    /** What was charged beyond the check's cost; null if nothing was. */
    private static @Nullable Lease lease(ResolvedCheck check, Result result, List<Charge> charges, long beginNanos) {
        Charge charge = chargeOf(check, charges);
        if (charge == null || charge.basis() != Basis.STORE || charge.check().cost() == check.cost()) {
            return null;
        }
        long more = charge.check().cost() - check.cost();
        return new Lease(charge, result, more, beginNanos + lifeNanos(check, result));
    }

    private static @Nullable Charge chargeOf(ResolvedCheck check, List<Charge> charges) {
        for (Charge charge : charges) {
            if (charge.check().sharesBudgetWith(check)) {
                return charge;
            }
        }
        return null;
    }

    /** Counted from before the call left, so it is over before the store's window is. */
    private static long lifeNanos(ResolvedCheck check, Result result) {
        if (check.numbers().algorithm() != Algorithm.FIXED_WINDOW) {
            return LIFE_NANOS;
        }
        long life = LIFE_NANOS;
        for (Usage window : result.usages()) {
            life = Math.min(life, window.resetAfter().toNanos());
        }
        return life;
    }

    private void putBack() {
        List<Charge> late = new ArrayList<>();
        for (int i = 0; i < taken.length; i++) {
            Turn.Taken from = taken[i];
            if (from != null && !from.putBack()) {
                late.add(from.receipt());
            }
        }
        leases.giveBack(late);
    }

    /** Results in the order of the checks, and a receipt for each check's own cost. */
    private ChargedDecision together(@Nullable ChargedDecision decision, List<Charge> charges) {
        Outcome outcome = decision == null ? Outcome.ALLOWED : decision.outcome();
        List<Result> results = new ArrayList<>(checks.size());
        List<Charge> own = new ArrayList<>(checks.size());
        int next = 0;
        for (int i = 0; i < taken.length; i++) {
            ResolvedCheck check = checks.get(i);
            Turn.Taken from = taken[i];
            if (from != null) {
                results.add(from.lease().result(check));
                if (outcome == Outcome.ALLOWED) {
                    own.add(from.receipt());
                }
                continue;
            }
            Result result = Objects.requireNonNull(decision).results().get(next++);
            Charge charge = chargeOf(check, charges);
            long more = charge == null ? 0 : charge.check().cost() - check.cost();
            results.add(more > 0 ? Lease.withMore(result, more) : result);
            if (charge != null) {
                own.add(more > 0 ? charge.part(check.cost(), more) : charge);
            }
        }
        return new ChargedDecision(outcome, results, own);
    }
}
