package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.Normalizer;
import io.github.ratelimit.internal.key.OnMissingKey;
import java.util.List;
import java.util.Map;

/**
 * A policy in effect: whose key, and the version of its numbers that holds now. One object from start to end, which
 * routes and annotated methods hold; a change at run time gives it another version.
 */
public final class ActivePolicy {

    private final KeyRule keyRule;
    private final PlanSource planSource;
    private final RegionShare region;
    private volatile PolicyVersion configured;
    private volatile PolicyVersion current;

    /** Puts a policy into effect in which nobody but members is on a plan. */
    public ActivePolicy(RateLimitPolicy policy, KeyRule keyRule, Map<String, String> planOfMember) {
        this(policy, keyRule, planOfMember, PlanSource.NONE, RegionShare.WHOLE);
    }

    /**
     * Puts a policy into effect.
     *
     * @param planOfMember the plan of each known client, by its normalized value
     * @param planSource says who is on which plan of those who are no members
     * @param region how much of the limits holds here
     */
    public ActivePolicy(
            RateLimitPolicy policy,
            KeyRule keyRule,
            Map<String, String> planOfMember,
            PlanSource planSource,
            RegionShare region) {
        this.keyRule = keyRule;
        this.planSource = planSource;
        this.region = region;
        this.configured = new PolicyVersion(this, policy, planOfMember);
        this.current = configured;
    }

    /** The policy as it is now. What belongs to one decision is read of its {@link ResolvedCheck} instead. */
    public RateLimitPolicy policy() {
        return current.policy();
    }

    /** The policy's name. */
    public String name() {
        return current.policy().name();
    }

    /** Whose key. */
    public KeyRule keyRule() {
        return keyRule;
    }

    /** Who says which plan a client is on that no plan lists. */
    public PlanSource planSource() {
        return planSource;
    }

    /** How much of the limits holds here. */
    public RegionShare region() {
        return region;
    }

    /** What holds now. Read once a check, so that no check sees half a change. */
    public PolicyVersion current() {
        return current;
    }

    /** What holds without a change at run time. */
    public PolicyVersion configured() {
        return configured;
    }

    /** Takes what the configuration says from now on. It holds once it is {@linkplain #use used}. */
    void configure(PolicyVersion fresh) {
        configured = fresh.of(this);
    }

    /** Lets a version hold from now on. */
    void use(PolicyVersion version) {
        current = version;
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
