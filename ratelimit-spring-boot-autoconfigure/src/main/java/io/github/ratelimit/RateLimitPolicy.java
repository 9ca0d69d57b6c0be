package io.github.ratelimit;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A named rule: how many permits, how they are counted, and what happens while the store fails. All instances with the
 * same key prefix share its counts; two policies never share one.
 *
 * @param name lower-case letters, digits, dashes; a policy that an annotation derived has a dot too
 * @param algorithm how permits are counted
 * @param quota the policy's own numbers; null when each client is on a plan
 * @param plans numbers by the name of the plan; empty without plans
 * @param defaultPlan the plan of a proven client that no plan lists; null: the policy's own numbers
 * @param zone where the day of a {@code 1d} window begins; null: at a key's first request
 * @param maxDelay how long a request waits at most for its turn at a leaky bucket; zero for all other algorithms
 * @param alertAt percentages of a fixed window's count that are announced once a window, ascending
 * @param refundOn final statuses of a request that give its charges back; empty: none
 * @param resetOn final statuses of a request that forget all that was used of the keys it was charged to, their blocks
 *     included; empty: none
 * @param block how long a key stays out that its own limit refused: the first time, the second time and so on, the last
 *     step from then on; empty: not at all
 * @param lease how many permits of a key an instance may take at once and spend within {@link #LEASE_LIFE} without asking
 *     again; 0: none
 * @param onStoreFailure what happens while the store cannot decide
 * @param enforce whether a refusal refuses; false: decided and announced to listeners only
 * @param expose whether headers and answers may name the policy
 */
public record RateLimitPolicy(
        String name,
        Algorithm algorithm,
        @Nullable Quota quota,
        Map<String, Quota> plans,
        @Nullable String defaultPlan,
        @Nullable ZoneId zone,
        Duration maxDelay,
        List<Integer> alertAt,
        List<StatusRange> refundOn,
        List<StatusRange> resetOn,
        List<Duration> block,
        int lease,
        OnStoreFailure onStoreFailure,
        boolean enforce,
        boolean expose) {

    /** How long an instance may spend permits that it took at once; then it gives the rest back. */
    public static final Duration LEASE_LIFE = Duration.ofMillis(100);

    /** Checks the parts against each other. */
    public RateLimitPolicy {
        plans = Map.copyOf(plans);
        alertAt = alertAt.stream().sorted().distinct().toList();
        refundOn = List.copyOf(refundOn);
        resetOn = List.copyOf(resetOn);
        block = List.copyOf(block);
        PolicyRules.checkName(name);
        PolicyRules.checkPlans(quota, plans, defaultPlan);
        Collection<Quota> quotas =
                Stream.concat(Stream.ofNullable(quota), plans.values().stream()).toList();
        PolicyRules.checkNumbers(algorithm, quotas);
        PolicyRules.checkMaxDelay(algorithm, quotas, maxDelay);
        if (zone != null) {
            PolicyRules.checkZone(algorithm, quotas);
        }
        if (!alertAt.isEmpty()) {
            PolicyRules.checkAlerts(algorithm, alertAt);
        }
        PolicyRules.checkRefunds(algorithm, refundOn);
        PolicyRules.checkBlock(algorithm, block);
        PolicyRules.checkLease(lease);
        if (lease > 0) {
            PolicyRules.checkLeasing(algorithm, quotas, block);
        }
    }

    /** A token bucket that goes on locally while the store fails, enforced and exposed. */
    public static RateLimitPolicy of(String name, Quota quota) {
        return new RateLimitPolicy(
                name,
                Algorithm.TOKEN_BUCKET,
                quota,
                Map.of(),
                null,
                null,
                Duration.ZERO,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                0,
                OnStoreFailure.LOCAL,
                true,
                true);
    }

    /** The same policy counted another way. */
    public RateLimitPolicy withAlgorithm(Algorithm newAlgorithm) {
        return with(draft -> draft.algorithm = newAlgorithm);
    }

    /** The same policy with plans beside, or instead of, its own numbers. */
    public RateLimitPolicy withPlans(
            @Nullable Quota own, Map<String, Quota> newPlans, @Nullable String newDefaultPlan) {
        return with(draft -> {
            draft.quota = own;
            draft.plans = newPlans;
            draft.defaultPlan = newDefaultPlan;
        });
    }

    /** The same policy with days that begin at midnight there. */
    public RateLimitPolicy withZone(@Nullable ZoneId newZone) {
        return with(draft -> draft.zone = newZone);
    }

    /** The same policy with another longest delay of its leaky bucket. */
    public RateLimitPolicy withMaxDelay(Duration newMaxDelay) {
        return with(draft -> draft.maxDelay = newMaxDelay);
    }

    /** The same policy announcing these percentages. */
    public RateLimitPolicy withAlertAt(List<Integer> percentages) {
        return with(draft -> draft.alertAt = percentages);
    }

    /** The same policy giving charges back on these final statuses. */
    public RateLimitPolicy withRefundOn(List<StatusRange> statuses) {
        return with(draft -> draft.refundOn = statuses);
    }

    /** The same policy forgetting what was used on these final statuses. */
    public RateLimitPolicy withResetOn(List<StatusRange> statuses) {
        return with(draft -> draft.resetOn = statuses);
    }

    /** The same policy keeping a refused key out for these durations, none shorter than the one before. */
    public RateLimitPolicy withBlock(List<Duration> steps) {
        return with(draft -> draft.block = steps);
    }

    /** The same policy with so many permits that an instance takes at once. */
    public RateLimitPolicy withLease(int permits) {
        return with(draft -> draft.lease = permits);
    }

    /** Whether the final status of a request matters to its charges. */
    public boolean hasOutcomes() {
        return !refundOn.isEmpty() || !resetOn.isEmpty();
    }

    /** Whether a request that ends with this status gets its charges back. */
    public boolean refundsOn(int status) {
        return contains(refundOn, status);
    }

    /** Whether a request that ends with this status clears the keys it was charged to. */
    public boolean resetsOn(int status) {
        return contains(resetOn, status);
    }

    private static boolean contains(List<StatusRange> ranges, int status) {
        for (StatusRange range : ranges) {
            if (range.contains(status)) {
                return true;
            }
        }
        return false;
    }

    /** The same policy with another choice for an outage of the store. */
    public RateLimitPolicy withOnStoreFailure(OnStoreFailure choice) {
        return with(draft -> draft.onStoreFailure = choice);
    }

    /** The same policy, refusing or only watching. */
    public RateLimitPolicy withEnforce(boolean newEnforce) {
        return with(draft -> draft.enforce = newEnforce);
    }

    /** The same policy, named to callers or not. */
    public RateLimitPolicy withExpose(boolean newExpose) {
        return with(draft -> draft.expose = newExpose);
    }

    private RateLimitPolicy with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new RateLimitPolicy(
                name,
                draft.algorithm,
                draft.quota,
                draft.plans,
                draft.defaultPlan,
                draft.zone,
                draft.maxDelay,
                draft.alertAt,
                draft.refundOn,
                draft.resetOn,
                draft.block,
                draft.lease,
                draft.onStoreFailure,
                draft.enforce,
                draft.expose);
    }

    /** A policy about to be changed in one part. */
    private static final class Draft {

        private Algorithm algorithm;
        private @Nullable Quota quota;
        private Map<String, Quota> plans;
        private @Nullable String defaultPlan;
        private @Nullable ZoneId zone;
        private Duration maxDelay;
        private List<Integer> alertAt;
        private List<StatusRange> refundOn;
        private List<StatusRange> resetOn;
        private List<Duration> block;
        private int lease;
        private OnStoreFailure onStoreFailure;
        private boolean enforce;
        private boolean expose;

        private Draft(RateLimitPolicy policy) {
            this.algorithm = policy.algorithm;
            this.quota = policy.quota;
            this.plans = policy.plans;
            this.defaultPlan = policy.defaultPlan;
            this.zone = policy.zone;
            this.maxDelay = policy.maxDelay;
            this.alertAt = policy.alertAt;
            this.refundOn = policy.refundOn;
            this.resetOn = policy.resetOn;
            this.block = policy.block;
            this.lease = policy.lease;
            this.onStoreFailure = policy.onStoreFailure;
            this.enforce = policy.enforce;
            this.expose = policy.expose;
        }
    }
}
