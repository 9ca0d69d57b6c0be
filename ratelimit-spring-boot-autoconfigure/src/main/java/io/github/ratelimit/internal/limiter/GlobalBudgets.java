package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Result;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** What this process knows of the budgets that all callers share ({@code key: global}), without asking the store. */
public final class GlobalBudgets implements DecisionObserver {

    private final Map<String, GlobalBudget> byPolicy = new TreeMap<>();
    private final LongSupplier nanoClock;

    /** Remembers nothing yet of the policies' budgets. */
    public GlobalBudgets(Policies policies, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        for (ActivePolicy policy : policies.all()) {
            if (policy.keyRule().expression().isGlobal()) {
                byPolicy.put(policy.name(), new GlobalBudget(policy.name(), nanoClock));
            }
        }
    }

    /** The budgets, by the policy's name. */
    public Collection<GlobalBudget> all() {
        return byPolicy.values();
    }

    @Override
    public void observe(RateLimitDecision decision) {
        if (byPolicy.isEmpty()) {
            return;
        }
        List<Result> results = decision.results();
        for (int i = 0; i < results.size(); i++) {
            Result result = results.get(i);
            GlobalBudget budget = byPolicy.get(result.policy().name());
            if (budget != null && !result.usages().isEmpty()) {
                budget.see(result, nanoClock.getAsLong());
            }
        }
    }
}
