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

    @Override
    public void onDecision(RateLimitDecision decision) {
        if (decision.isAllowed()) {
            return;
        }
        for (Result result : decision.results()) {
            boolean never = result.outcome() == Outcome.REFUSED && result.retryAfter() == null;
            if (never && warned.add(result.policy().name())) {
                log.warn(
                        "Rate limit policy '{}' was asked for {} permits at once, more than it ever has: "
                                + "such calls are always refused",
                        result.policy().name(),
                        result.cost());
            }
        }
    }
}
