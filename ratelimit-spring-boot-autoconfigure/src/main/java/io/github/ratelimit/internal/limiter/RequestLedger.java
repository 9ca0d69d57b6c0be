package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What a request was charged. A charge of the filter counts for the first annotated call with the same policy and key: the
 * call pays only what it costs more. Every further call pays in full. What waits for the request's final status stands
 * here until {@link Outcomes} takes it.
 */
public final class RequestLedger {

    private record Budget(String policy, String key) {}

    private final Map<Budget, Credit> credits = new ConcurrentHashMap<>(4);
    private final CopyOnWriteArrayList<String> asked = new CopyOnWriteArrayList<>();
    private final WaitBudget waitBudget = new WaitBudget();
    private final List<RateLimitDecision> decisions = new CopyOnWriteArrayList<>();
    private final Queue<Admitted> pending = new ConcurrentLinkedQueue<>();

    /**
     * What the filter charged for one budget.
     *
     * @param check the budget, and how much
     * @param paidBy the decision that has the receipt
     */
    public record Credit(ResolvedCheck check, RateLimitDecision paidBy) {

        /** The permits that were charged. */
        public long permits() {
            return check.cost();
        }
    }

    /**
     * An allowed decision.
     *
     * @param checks in step with its results
     */
    record Admitted(RateLimitDecision decision, List<ResolvedCheck> checks) {

        /** Whether there was room for a check; one that is only watched may have had none. */
        boolean fitted(int check) {
            return decision.results().get(check).outcome() == Outcome.ALLOWED;
        }
    }

    /** How long the request may still wait for the store. */
    public WaitBudget waitBudget() {
        return waitBudget;
    }

    /** Notes that the filter asks a policy; false if it has asked it before. */
    public boolean ask(String policy) {
        return asked.addIfAbsent(policy);
    }

    /** Notes an allowed decision of the filter. Each policy has one check there, so results and checks are in step. */
    public void passed(RateLimitDecision decision, List<ResolvedCheck> checks) {
        decisions.add(decision);
        for (int i = 0; i < checks.size(); i++) {
            if (decision.results().get(i).outcome() == Outcome.ALLOWED) {
                credit(new Credit(checks.get(i), decision));
            }
        }
    }

    /** The decisions of the filter, under which the request goes on. */
    List<RateLimitDecision> decisions() {
        return List.copyOf(decisions);
    }

    /** Notes a charge of the filter, or puts it back. */
    public void credit(Credit credit) {
        if (credit.permits() > 0) {
            credits.put(budget(credit.check()), credit);
        }
    }

    /** Takes the filter's charge for this budget out of the ledger; null if there is none, or another call has it. */
    public @Nullable Credit takeCredit(ResolvedCheck check) {
        return credits.isEmpty() ? null : credits.remove(budget(check));
    }

    /** Notes an allowed decision, whoever asked for it, if the request's end matters to one of its policies. */
    void admitted(RateLimitDecision decision, List<ResolvedCheck> checks) {
        for (ResolvedCheck check : checks) {
            if (check.policy().hasOutcomes()) {
                pending.add(new Admitted(decision, checks));
                return;
            }
        }
    }

    /** Takes one of them out; null when none is left. */
    @Nullable
    Admitted takePending() {
        return pending.poll();
    }

    private static Budget budget(ResolvedCheck check) {
        return new Budget(check.active().name(), check.key());
    }
}
