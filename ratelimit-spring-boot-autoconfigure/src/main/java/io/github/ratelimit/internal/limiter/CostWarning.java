package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitListener;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns, once a policy, of a cost that its limit never holds: no start-up error, since costs and plans differ. */
public final class CostWarning implements RateLimitListener {

    private static final Logger log = LoggerFactory.getLogger(CostWarning.class);

    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    /** Above what this region has, not only above this instance's share of it: that would leave a debt. */
    private static boolean neverFits(Result result) {
        return result.outcome() == Outcome.REFUSED
                && result.retryAfter() == null
                && result.usages().stream().anyMatch(usage -> result.cost() > usage.capacity());
    }

    @Override
    public void onDecision(RateLimitDecision decision) {
        if (decision.isAllowed()) {
            return;
        }
        for (Result result : decision.results()) {
            if (neverFits(result) && warned.add(result.policy().name())) {
                log.warn(
                        "Rate limit policy '{}' was asked for {} permits at once, more than it ever has: "
                                + "such calls are always refused",
                        result.policy().name(),
                        result.cost());
            }
        }
    }
}
