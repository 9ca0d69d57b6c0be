package io.github.ratelimit;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
        OnStoreFailure onStoreFailure,
        boolean enforce,
        boolean expose) {

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(60);
    private static final int LONGEST_LOG = 1_000;
    private static final int MOST_LEVELS = 31;

    /** Checks the parts against each other. */
    public RateLimitPolicy {
        plans = Map.copyOf(plans);
        alertAt = alertAt.stream().sorted().distinct().toList();
        if (name.isEmpty() || !name.chars().allMatch(RateLimitPolicy::isNameCharacter)) {
            throw new IllegalArgumentException(
                    "a policy's name is made of lower-case letters, digits, dashes and dots");
        }
        if (quota == null && plans.isEmpty()) {
            throw new IllegalArgumentException("a policy needs a limit or plans");
        }
        if (quota == null && defaultPlan == null) {
            throw new IllegalArgumentException("a policy with plans needs a limit or a default plan");
        }
        if (defaultPlan != null && !plans.containsKey(defaultPlan)) {
            throw new IllegalArgumentException("the default plan is none of the plans "
                    + plans.keySet().stream().sorted().toList());
        }
        Collection<Quota> quotas =
                Stream.concat(Stream.ofNullable(quota), plans.values().stream()).toList();
        if (algorithm != Algorithm.TOKEN_BUCKET && quotas.stream().anyMatch(numbers -> numbers.burst() != null)) {
            throw new IllegalArgumentException("a burst goes with token-bucket only");
        }
        if (zone != null) {
            checkZone(algorithm, quotas);
        }
        if (algorithm == Algorithm.SLIDING_LOG && quotas.stream().anyMatch(RateLimitPolicy::isTooLongForALog)) {
            throw new IllegalArgumentException(
                    "sliding-log counts at most 1,000 permits; use sliding-window for higher limits");
        }
        checkMaxDelay(algorithm, quotas, maxDelay);
        if (!alertAt.isEmpty()) {
            checkAlerts(algorithm, alertAt);
        }
    }

    private static boolean isTooLongForALog(Quota quota) {
        return quota.limits().stream().anyMatch(limit -> limit.count() > LONGEST_LOG);
    }

    private static void checkMaxDelay(Algorithm algorithm, Collection<Quota> quotas, Duration maxDelay) {
        if (algorithm != Algorithm.LEAKY_BUCKET) {
            if (!maxDelay.isZero()) {
                throw new IllegalArgumentException("a longest delay goes with leaky-bucket only");
            }
            return;
        }
        if (quotas.stream().anyMatch(quota -> quota.limits().size() > 1)) {
            throw new IllegalArgumentException("leaky-bucket goes with exactly one limit");
        }
        if (maxDelay.isNegative() || maxDelay.compareTo(LONGEST_DELAY) > 0) {
            throw new IllegalArgumentException("the longest delay must be from 0 to 60s");
        }
        if (quotas.stream().flatMap(quota -> quota.limits().stream()).anyMatch(limit -> isTooLong(limit, maxDelay))) {
            throw new IllegalArgumentException("more than 1,000,000,000 permits would wait within the longest delay");
        }
    }

    private static boolean isTooLong(Limit limit, Duration maxDelay) {
        return (double) maxDelay.toMillis() * limit.count() / limit.period().toMillis() >= Limit.MAX_COUNT;
    }

    private static boolean isNameCharacter(int character) {
        return "abcdefghijklmnopqrstuvwxyz0123456789-.".indexOf(character) >= 0;
    }

    private static void checkZone(Algorithm algorithm, Collection<Quota> quotas) {
        boolean everyQuotaHasADay = quotas.stream()
                .allMatch(numbers -> numbers.isUnlimited()
                        || numbers.limits().stream()
                                .anyMatch(limit -> limit.period().equals(DAY)));
        if (algorithm != Algorithm.FIXED_WINDOW || !everyQuotaHasADay) {
            throw new IllegalArgumentException("a zone goes with fixed-window and a limit of 1d only");
        }
    }

    private static void checkAlerts(Algorithm algorithm, List<Integer> levels) {
        if (algorithm != Algorithm.FIXED_WINDOW) {
            throw new IllegalArgumentException("alert levels go with fixed-window only");
        }
        if (levels.size() > MOST_LEVELS) {
            throw new IllegalArgumentException("there are at most 31 alert levels");
        }
        if (levels.get(0) < 1 || levels.get(levels.size() - 1) > 100) {
            throw new IllegalArgumentException("alert levels are percentages from 1% to 100%");
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
                OnStoreFailure.LOCAL,
                true,
                true);
    }

    /** The same policy counted another way. */
    public RateLimitPolicy withAlgorithm(Algorithm newAlgorithm) {
        return new RateLimitPolicy(
                name,
                newAlgorithm,
                quota,
                plans,
                defaultPlan,
                zone,
                maxDelay,
                alertAt,
                onStoreFailure,
                enforce,
                expose);
    }

    /** The same policy with plans beside, or instead of, its own numbers. */
    public RateLimitPolicy withPlans(
            @Nullable Quota own, Map<String, Quota> newPlans, @Nullable String newDefaultPlan) {
        return new RateLimitPolicy(
                name,
                algorithm,
                own,
                newPlans,
                newDefaultPlan,
                zone,
                maxDelay,
                alertAt,
                onStoreFailure,
                enforce,
                expose);
    }

    /** The same policy with days that begin at midnight there. */
    public RateLimitPolicy withZone(@Nullable ZoneId newZone) {
        return new RateLimitPolicy(
                name,
                algorithm,
                quota,
                plans,
                defaultPlan,
                newZone,
                maxDelay,
                alertAt,
                onStoreFailure,
                enforce,
                expose);
    }

    /** The same policy with another longest delay of its leaky bucket. */
    public RateLimitPolicy withMaxDelay(Duration newMaxDelay) {
        return new RateLimitPolicy(
                name,
                algorithm,
                quota,
                plans,
                defaultPlan,
                zone,
                newMaxDelay,
                alertAt,
                onStoreFailure,
                enforce,
                expose);
    }

    /** The same policy announcing these percentages. */
    public RateLimitPolicy withAlertAt(List<Integer> percentages) {
        return new RateLimitPolicy(
                name,
                algorithm,
                quota,
                plans,
                defaultPlan,
                zone,
                maxDelay,
                percentages,
                onStoreFailure,
                enforce,
                expose);
    }

    /** The same policy with another choice for an outage of the store. */
    public RateLimitPolicy withOnStoreFailure(OnStoreFailure choice) {
        return new RateLimitPolicy(
                name, algorithm, quota, plans, defaultPlan, zone, maxDelay, alertAt, choice, enforce, expose);
    }

    /** The same policy, refusing or only watching. */
    public RateLimitPolicy withEnforce(boolean newEnforce) {
        return new RateLimitPolicy(
                name,
                algorithm,
                quota,
                plans,
                defaultPlan,
                zone,
                maxDelay,
                alertAt,
                onStoreFailure,
                newEnforce,
                expose);
    }

    /** The same policy, named to callers or not. */
    public RateLimitPolicy withExpose(boolean newExpose) {
        return new RateLimitPolicy(
                name,
                algorithm,
                quota,
                plans,
                defaultPlan,
                zone,
                maxDelay,
                alertAt,
                onStoreFailure,
                enforce,
                newExpose);
    }

    /** The numbers of a plan. */
    public Quota planQuota(String plan) {
        return Objects.requireNonNull(plans.get(plan), () -> "policy '" + name + "' has no plan '" + plan + "'");
    }
}
