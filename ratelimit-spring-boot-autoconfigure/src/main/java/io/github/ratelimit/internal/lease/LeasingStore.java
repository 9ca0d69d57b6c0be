package io.github.ratelimit.internal.lease;

import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.RepeatedTask;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes several permits at once where a policy has a lease, and answers the next checks of that key out of them. What is
 * not spent within a lease's life goes back. Bounded: beyond so many keys a check asks the store for its cost alone.
 */
public final class LeasingStore implements RateLimitStore {

    private static final int MOST_BUDGETS = 10_000;
    private static final Duration SWEEP = Duration.ofMillis(50);

    /** One give-back is one run of the script, which must stay short. */
    private static final int MOST_GIVEN_BACK_AT_ONCE = 64;

    private final RateLimitStore store;
    private final IntSupplier instances;
    private final Duration deadline;
    private final LongSupplier nanoClock;
    private final Map<Budget, LeasedBudget> budgets = new ConcurrentHashMap<>();
    private final RepeatedTask sweeper = new RepeatedTask("ratelimit-leases", SWEEP, this::sweep);
    private volatile boolean closed;

    /** Whose permits. Has an order, so that a map finds it quickly whatever keys a caller has chosen. */
    private record Budget(String policy, String key) implements Comparable<Budget> {

        @Override
        public int compareTo(Budget other) {
            int order = key.compareTo(other.key);
            return order == 0 ? policy.compareTo(other.policy) : order;
        }
    }

    /**
     * Leases permits of a store.
     *
     * @param instances among how many what is left is shared out
     * @param deadline the longest that a request waits
     */
    public LeasingStore(RateLimitStore store, IntSupplier instances, Duration deadline, LongSupplier nanoClock) {
        this.store = store;
        this.instances = instances;
        this.deadline = deadline;
        this.nanoClock = nanoClock;
    }

    @Override
    public ChargedDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget budget)
            throws StoreFailureException {
        if (!take || !isAnyLeased(checks)) {
            return store.decide(checks, take, budget);
        }
        try {
            return new LeasedDecision(this, checks).decide(store, budget);
        } finally {
            if (closed) {
                end(true); // what was taken while all was given back
            }
        }
    }

    private boolean isAnyLeased(List<ResolvedCheck> checks) {
        for (int i = 0; i < checks.size(); i++) {
            if (isLeased(checks.get(i))) {
                return true;
            }
        }
        return false;
    }

    boolean isLeased(ResolvedCheck check) {
        return check.cost() > 0 && check.cost() <= check.numbers().lease() && !closed;
    }

    /** What is held of a check's budget; null when so many are held that this one is not. */
    @Nullable
    LeasedBudget budgetOf(ResolvedCheck check) {
        Budget budget = new Budget(check.active().name(), check.key());
        LeasedBudget held = budgets.get(budget);
        if (held == null && budgets.size() < MOST_BUDGETS) {
            held = budgets.computeIfAbsent(budget, first -> new LeasedBudget(nanoClock));
            sweeper.start();
        }
        return held;
    }

    /** Forgets a budget that is held no more. */
    void forget(ResolvedCheck check, LeasedBudget retired) {
        budgets.remove(new Budget(check.active().name(), check.key()), retired);
    }

    /** How long a caller waits for another one's renewal: so long that it can still ask by itself. */
    long patienceNanos(WaitBudget budget) {
        return budget.leftNanos(nanoTime(), deadline) / 4;
    }

    /** A wait that is over. */
    void spend(WaitBudget budget, long sinceNanos) {
        long now = nanoTime();
        budget.spend(now - sinceNanos, now, deadline);
    }

    long nanoTime() {
        return nanoClock.getAsLong();
    }

    /** Of how many parts of what is left a lease takes one: all instances together leave half. */
    int part() {
        return 2 * Math.max(1, instances.getAsInt());
    }

    @Override
    public void refund(List<Charge> charges) {
        store.refund(charges);
    }

    @Override
    public void reset(List<ResolvedCheck> checks) throws StoreFailureException {
        try {
            store.reset(checks);
        } finally {
            for (ResolvedCheck check : checks) {
                LeasedBudget held = budgets.get(new Budget(check.active().name(), check.key()));
                if (held != null && held.sweep(true).retired()) {
                    forget(check, held); // and gives nothing back: all that was used is forgotten
                }
            }
        }
    }

    @Override
    public int localKeys() {
        return store.localKeys();
    }

    /** What cannot be given back comes back by itself. */
    private boolean sweep() {
        end(false);
        return !budgets.isEmpty();
    }

    private void end(boolean all) {
        List<Charge> unused = new ArrayList<>();
        budgets.forEach((budget, held) -> {
            LeasedBudget.Swept swept = held.sweep(all);
            if (swept.retired()) {
                budgets.remove(budget, held);
            }
            unused.addAll(swept.unused());
        });
        giveBack(unused);
    }

    void giveBack(List<Charge> unused) {
        for (int i = 0; i < unused.size(); i += MOST_GIVEN_BACK_AT_ONCE) {
            store.refund(unused.subList(i, Math.min(unused.size(), i + MOST_GIVEN_BACK_AT_ONCE)));
        }
    }

    /** Gives back what is not spent. */
    @Override
    public void close() {
        closed = true;
        sweeper.close();
        end(true);
    }
}
