package io.github.ratelimit.internal.limiter;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the filter charged for a request. That charge counts for the first annotated call with the same policy and key:
 * the call pays only what it costs more. Every further call pays in full.
 */
public final class RequestLedger {

    private record Budget(String policy, String key) {}

    private final Map<Budget, Long> credits = new ConcurrentHashMap<>(4);

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
