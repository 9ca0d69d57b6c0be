package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.Normalizer;
import io.github.ratelimit.internal.key.OnMissingKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A policy in effect: its numbers, whose key, and who is on which plan. Immutable. */
public final class ActivePolicy {

    private final RateLimitPolicy policy;
    private final KeyRule keyRule;
    private final @Nullable PlanNumbers own;
    private final Map<String, PlanNumbers> plans;
    private final Map<String, String> planOfMember;

    /**
     * Puts a policy into effect.
     *
     * @param planOfMember the plan of each known client, by its normalized value
     */
    public ActivePolicy(RateLimitPolicy policy, KeyRule keyRule, Map<String, String> planOfMember) {
        this.policy = policy;
        this.keyRule = keyRule;
        this.planOfMember = Map.copyOf(planOfMember);
        Quota quota = policy.quota();
        this.own = quota == null ? null : PlanNumbers.of(policy, null, quota);
        Map<String, PlanNumbers> numbers = new HashMap<>();
        policy.plans().forEach((plan, planQuota) -> numbers.put(plan, PlanNumbers.of(policy, plan, planQuota)));
        this.plans = Map.copyOf(numbers);
    }

    /** The policy. */
    public RateLimitPolicy policy() {
        return policy;
    }

    /** The policy's name. */
    public String name() {
        return policy.name();
    }

    /** Whose key. */
    public KeyRule keyRule() {
        return keyRule;
    }

    boolean hasPlans() {
        return !plans.isEmpty();
    }

    /** The numbers of a known client; null when no plan lists the value. */
    @Nullable
    PlanNumbers numbersOfMember(String normalizedValue) {
        String plan = planOfMember.get(normalizedValue);
        return plan == null ? null : plans.get(plan);
    }

    /** The numbers of a proven client that no plan lists: the default plan's, else the policy's own. */
    PlanNumbers numbersOfProven() {
        PlanNumbers ofDefault = defaultPlan();
        return ofDefault != null ? ofDefault : orThrow(own);
    }

    /** The numbers of no client at all, limited in its place by address: the policy's own, else the default plan's. */
    PlanNumbers numbersOfUnknown() {
        return own != null ? own : orThrow(defaultPlan());
    }

    private @Nullable PlanNumbers defaultPlan() {
        String name = policy.defaultPlan();
        return name == null ? null : plans.get(name);
    }

    private static PlanNumbers orThrow(@Nullable PlanNumbers numbers) {
        if (numbers == null) {
            throw new IllegalStateException("a policy has a limit or a default plan");
        }
        return numbers;
    }

    /**
     * How a policy finds its key.
     *
     * @param expression where the values come from
     * @param onMissing what happens without one
     * @param normalizers brought into one form by these, in order
     */
    public record KeyRule(KeyExpression expression, OnMissingKey onMissing, List<Normalizer> normalizers) {

        /** Copies the list. */
        public KeyRule {
            normalizers = List.copyOf(normalizers);
        }
    }
}
