package io.github.ratelimit.internal.redis;

import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** A store that counts the requests which may have been sent and got no answer: nobody knows whether they were charged. */
final class UnansweredCalls extends StoreAround {

    private final Map<String, LongAdder> byPolicy = new ConcurrentHashMap<>();

    UnansweredCalls(RateLimitStore store) {
        super(store);
    }

    /** How many there were, of requests with one check of this policy. */
    long of(RateLimitPolicy policy) {
        return counter(policy).sum();
    }

    private LongAdder counter(RateLimitPolicy policy) {
        return byPolicy.computeIfAbsent(policy.name(), missing -> new LongAdder());
    }

    @Override
    public ChargedDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget budget)
            throws StoreFailureException {
        try {
            return store.decide(checks, take, budget);
        } catch (StoreFailureException failure) {
            boolean neverLeft = String.valueOf(failure.getMessage()).startsWith("no connection");
            if (failure.isNews() && !neverLeft) {
                counter(checks.get(0).policy()).increment();
            }
            throw failure;
        }
    }
}
