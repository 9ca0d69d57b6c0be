package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimiter;
import java.util.List;

/** Lets everything pass and knows no policy: {@code ratelimit.enabled: false}. */
public final class PassingRateLimiter implements RateLimiter {

    @Override
    public RateLimitDecision tryAcquire(RateLimitCheck... checks) {
        return new RateLimitDecision(Outcome.ALLOWED, List.of());
    }

    @Override
    public RateLimitDecision peek(RateLimitCheck... checks) {
        return new RateLimitDecision(Outcome.ALLOWED, List.of());
    }

    @Override
    public void refund(RateLimitDecision decision) {
        // nothing was taken
    }

    @Override
    public List<RateLimitDecision> currentDecisions() {
        return List.of();
    }

    @Override
    public void reset(RateLimitCheck check) {
        // nothing is counted
    }
}
