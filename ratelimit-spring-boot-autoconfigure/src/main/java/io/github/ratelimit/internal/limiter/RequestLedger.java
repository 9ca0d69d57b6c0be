package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What the filter charged for a request. That charge counts for the first annotated call with the same policy and key:
 * the call pays only what it costs more. Every further call pays in full.
 */
public final class RequestLedger {

    private record Budget(String policy, String key) {}

    private final Map<Budget, Long> credits = new ConcurrentHashMap<>(4);
    private final Set<String> asked = ConcurrentHashMap.newKeySet(4);
    private final WaitBudget waitBudget = new WaitBudget();
    private final List<RateLimitDecision> decisions = new CopyOnWriteArrayList<>();

    /** How long the request may still wait for the store. */
    public WaitBudget waitBudget() {
        return waitBudget;
    }

    /** Notes that the filter asks a policy; false if it has asked it before. */
    public boolean ask(String policy) {
        return asked.add(policy);
    }

    /** Notes a decision of the filter. */
    public void passed(RateLimitDecision decision) {
        decisions.add(decision);
    }

    /** The decisions of the filter, under which the request goes on. */
    List<RateLimitDecision> decisions() {
        return List.copyOf(decisions);
    }

    /** Notes a charge of the filter. */
    public void credit(ResolvedCheck check) {
        if (check.cost() > 0) {
            credits.merge(budget(check), check.cost(), Long::sum);
        }
    }

    /** Takes the filter's charge for this budget out of the ledger; 0 if there is none, or another call has it. */
    public long takeCredit(ResolvedCheck check) {
        Long credit = credits.isEmpty() ? null : credits.remove(budget(check));
        return credit == null ? 0 : credit;
    }

    private static Budget budget(ResolvedCheck check) {
        return new Budget(check.active().name(), check.key());
    }
}
