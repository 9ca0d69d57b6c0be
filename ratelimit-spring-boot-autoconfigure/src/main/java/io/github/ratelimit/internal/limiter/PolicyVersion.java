package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ActivePolicy.KeyRule;
import io.github.ratelimit.internal.limiter.PlanAnswer.OnPlan;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A policy's numbers and who is on which plan, until the next change. The policy is as written; what its numbers let pass is
 * this region's part. Immutable.
 */
public final class PolicyVersion {

    private final ActivePolicy active;
    private final RateLimitPolicy policy;
    private final @Nullable PlanNumbers own;
    private final Map<String, PlanNumbers> plans;
    private final Map<String, String> planOfMember;

    PolicyVersion(ActivePolicy active, RateLimitPolicy policy, Map<String, String> planOfMember) {
        this.active = active;
        this.policy = policy;
        this.planOfMember = Map.copyOf(planOfMember);
        Quota quota = policy.quota();
        this.own = quota == null ? null : PlanNumbers.of(policy, null, quota, active.region());
        Map<String, PlanNumbers> numbers = new HashMap<>();
        policy.plans()
                .forEach((plan, planQuota) ->
                        numbers.put(plan, PlanNumbers.of(policy, plan, planQuota, active.region())));
        this.plans = Map.copyOf(numbers);
    }

    /** The same members with other numbers. */
    PolicyVersion with(RateLimitPolicy other) {
        return new PolicyVersion(active, other, planOfMember);
    }

    /** The same numbers and members for another. */
    PolicyVersion of(ActivePolicy other) {
        return new PolicyVersion(other, policy, planOfMember);
    }

    /** Whether both let the same pass. */
    boolean isLike(PolicyVersion other) {
        return policy.equals(other.policy) && planOfMember.equals(other.planOfMember);
    }

    /** Whose version this is. */
    ActivePolicy active() {
        return active;
    }

    /** The policy. */
    public RateLimitPolicy policy() {
        return policy;
    }

    /** How many members a plan lists. */
    public int members(String plan) {
        return (int) planOfMember.values().stream().filter(plan::equals).count();
    }

    String name() {
        return policy.name();
    }

    KeyRule keyRule() {
        return active.keyRule();
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
        PlanAnswer answer = active.planSource().planOf(normalizedValue, request);
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
}
