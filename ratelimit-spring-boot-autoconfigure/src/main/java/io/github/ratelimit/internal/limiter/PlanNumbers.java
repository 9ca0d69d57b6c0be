package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one plan of a policy, or the policy's own, as one version of the policy has them. One object a plan and
 * version: what is derived from it is remembered with it.
 */
public final class PlanNumbers {

    private static final Duration DAY = Duration.ofDays(1);

    private final RateLimitPolicy policy;
    private final @Nullable String plan;
    private final List<LimitNumbers> limits;
    private final int lease;
    private volatile @Nullable Share share;
    private volatile @Nullable Object form;

    private PlanNumbers(RateLimitPolicy policy, @Nullable String plan, List<LimitNumbers> limits, int lease) {
        this.policy = policy;
        this.plan = plan;
        this.limits = limits;
        this.lease = lease;
    }

    static PlanNumbers of(RateLimitPolicy policy, @Nullable String plan, Quota quota, RegionShare region) {
        List<LimitNumbers> limits = quota.limits().stream()
                .map(limit -> LimitNumbers.of(
                        policy,
                        quota,
                        limit,
                        policy.zone() != null && limit.period().equals(DAY),
                        region))
                .toList();
        if (policy.lease() == 0) {
            return new PlanNumbers(policy, plan, limits, 0);
        }
        List<LimitNumbers> leased = limits.stream()
                .map(limit -> limit.withRoomFor(policy.algorithm(), RateLimitPolicy.LEASE_LIFE))
                .toList();
        boolean roomy = leased.stream().allMatch(limit -> limit.capacity() >= 1);
        // A region's part may be too small for leases, where the whole limit is not.
        return roomy ? new PlanNumbers(policy, plan, leased, policy.lease()) : new PlanNumbers(policy, plan, limits, 0);
    }

    /** The part of these numbers that one of several instances may let pass on its own. */
    PlanNumbers share(int instances) {
        Share known = share;
        if (known == null || known.instances != instances) {
            List<LimitNumbers> parts = limits.stream()
                    .map(limit -> limit.share(algorithm(), instances))
                    .toList();
            known = new Share(instances, new PlanNumbers(policy, plan, parts, 0));
            share = known;
        }
        return known.numbers;
    }

    private record Share(int instances, PlanNumbers numbers) {}

    /** What a store makes of these numbers: made once, and kept for as long as they are. */
    public <F> F form(Class<F> type, Function<PlanNumbers, F> maker) {
        Object known = form;
        if (!type.isInstance(known)) {
            known = maker.apply(this);
            form = known;
        }
        return type.cast(known);
    }

    /** The policy in the version that these numbers are of. */
    public RateLimitPolicy policy() {
        return policy;
    }

    /** Name of the plan; null for the policy's own numbers. */
    public @Nullable String plan() {
        return plan;
    }

    /** How they are counted. */
    public Algorithm algorithm() {
        return policy.algorithm();
    }

    /** The limits, longest duration first; empty when unlimited. */
    public List<LimitNumbers> limits() {
        return limits;
    }

    /** How many permits of a key are taken at once; 0: as many as a check costs. */
    public int lease() {
        return lease;
    }

    /**
     * The receipt of a charge: when the permits would have come back by themselves, on the store's clock.
     *
     * @param limit one of the limits
     * @param now when it was charged
     * @param reset until all permits are back, in µs
     */
    public long chargedUntil(LimitNumbers limit, long now, long reset) {
        return algorithm() == Algorithm.SLIDING_LOG ? now + limit.periodMicros() : now + reset;
    }

    /** Whether everything passes. */
    public boolean isUnlimited() {
        return limits.isEmpty();
    }
}
