package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.Normalizer;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.limiter.PlanAnswer.OnPlan;
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
    private final PlanSource planSource;

    /** Puts a policy into effect in which nobody but members is on a plan. */
    public ActivePolicy(RateLimitPolicy policy, KeyRule keyRule, Map<String, String> planOfMember) {
        this(policy, keyRule, planOfMember, PlanSource.NONE);
    }

    /**
     * Puts a policy into effect.
     *
     * @param planOfMember the plan of each known client, by its normalized value
     * @param planSource says who is on which plan of those who are no members
     */
    public ActivePolicy(
            RateLimitPolicy policy, KeyRule keyRule, Map<String, String> planOfMember, PlanSource planSource) {
        this.policy = policy;
        this.keyRule = keyRule;
        this.planOfMember = Map.copyOf(planOfMember);
        this.planSource = planSource;
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

    /** Who says which plan a client is on that no plan lists. */
    public PlanSource planSource() {
        return planSource;
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

    /** The numbers of a client; a client's while nobody can say whether it is one; null when there is no such client. */
    @Nullable
    PlanNumbers numbersOf(String normalizedValue, @Nullable RequestScope request) {
        PlanNumbers ofMember = numbersOfMember(normalizedValue);
        if (ofMember != null) {
            return ofMember;
        }
        PlanAnswer answer = planSource.planOf(normalizedValue, request);
        if (answer instanceof OnPlan known) {
            return plans.get(known.plan());
        }
        return answer == PlanAnswer.FAILED ? numbersOfProven() : null;
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
