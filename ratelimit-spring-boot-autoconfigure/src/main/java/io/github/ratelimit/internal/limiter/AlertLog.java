package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns when a policy reaches a level of its {@code alert-at}: once a window and level, over all instances. */
public final class AlertLog implements RateLimitListener {

    private static final Logger log = LoggerFactory.getLogger(AlertLog.class);

    @Override
    public void onDecision(RateLimitDecision decision) {
        for (Result result : decision.results()) {
            for (Integer level : result.alerts()) {
                log.warn(
                        "Rate limit policy '{}' has used {} % of its window",
                        result.policy().name(), level);
            }
        }
    }
}
