package io.github.ratelimit.internal.metrics;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.internal.limiter.CheckOutcome;
import io.github.ratelimit.internal.limiter.DecisionObserver;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Counts what becomes of each check, as {@code ratelimit.decisions}. There are as many meters as policies, plans, outcomes
 * and bases that have occurred; keys are no tags. Each is looked up in the registry once.
 */
public final class DecisionMeters implements DecisionObserver {

    /** The tag's value for a policy's own numbers. */
    private static final String NO_PLAN = "none";

    private final MeterRegistry registry;

    /** By names: policies change at run time, their names do not. */
    private final ConcurrentMap<String, ConcurrentMap<String, PlanMeters>> byPolicyAndPlan = new ConcurrentHashMap<>();

    /** Counts in this registry. */
    public DecisionMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void observe(RateLimitDecision decision) {
        List<Result> results = decision.results();
        for (int i = 0; i < results.size(); i++) {
            Result result = results.get(i);
            String plan = result.plan() == null ? NO_PLAN : result.plan();
            meters(result.policy().name(), plan).count(CheckOutcome.of(decision, result), result.basis());
        }
    }

    private PlanMeters meters(String policy, String plan) {
        ConcurrentMap<String, PlanMeters> ofPolicy = byPolicyAndPlan.get(policy);
        PlanMeters known = ofPolicy == null ? null : ofPolicy.get(plan);
        return known != null
                ? known
                : byPolicyAndPlan
                        .computeIfAbsent(policy, name -> new ConcurrentHashMap<>())
                        .computeIfAbsent(plan, name -> new PlanMeters(registry, policy, plan));
    }
}
