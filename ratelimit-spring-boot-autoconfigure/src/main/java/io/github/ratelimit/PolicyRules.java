package io.github.ratelimit;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the parts of a policy demand of each other. The reasons are read by people, behind a property's name. */
final class PolicyRules {

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(60);
    private static final int LONGEST_LOG = 1_000;
    private static final int MOST_LEVELS = 31;
    private static final int MOST_STEPS = 10;
    private static final Duration SHORTEST_STEP = Duration.ofMillis(1);
    private static final Duration LONGEST_STEP = Duration.ofDays(366);
    private static final int LARGEST_LEASE = 1_000_000;

    private PolicyRules() {}

    static void checkName(String name) {
        if (name.isEmpty() || !name.chars().allMatch(PolicyRules::isNameCharacter)) {
            throw new IllegalArgumentException(
                    "a policy's name is made of lower-case letters, digits, dashes and dots");
        }
    }

    static void checkPlans(@Nullable Quota own, Map<String, Quota> plans, @Nullable String defaultPlan) {
        if (own == null && plans.isEmpty()) {
            throw new IllegalArgumentException("a policy needs a limit or plans");
        }
        if (own == null && defaultPlan == null) {
            throw new IllegalArgumentException("a policy with plans needs a limit or a default plan");
        }
        if (defaultPlan != null && !plans.containsKey(defaultPlan)) {
            throw new IllegalArgumentException("the default plan is none of the plans "
                    + plans.keySet().stream().sorted().toList());
        }
    }

    static void checkNumbers(Algorithm algorithm, Collection<Quota> quotas) {
        if (algorithm != Algorithm.TOKEN_BUCKET && quotas.stream().anyMatch(numbers -> numbers.burst() != null)) {
            throw new IllegalArgumentException("a burst goes with token-bucket only");
        }
        if (algorithm == Algorithm.SLIDING_LOG && quotas.stream().anyMatch(PolicyRules::isTooLongForALog)) {
            throw new IllegalArgumentException(
                    "sliding-log counts at most 1,000 permits; use sliding-window for higher limits");
        }
    }

    private static boolean isTooLongForALog(Quota quota) {
        return quota.limits().stream().anyMatch(limit -> limit.count() > LONGEST_LOG);
    }

    static void checkMaxDelay(Algorithm algorithm, Collection<Quota> quotas, Duration maxDelay) {
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

    static void checkZone(Algorithm algorithm, Collection<Quota> quotas) {
        boolean everyQuotaHasADay = quotas.stream()
                .allMatch(numbers -> numbers.isUnlimited()
                        || numbers.limits().stream()
                                .anyMatch(limit -> limit.period().equals(DAY)));
        if (algorithm != Algorithm.FIXED_WINDOW || !everyQuotaHasADay) {
            throw new IllegalArgumentException("a zone goes with fixed-window and a limit of 1d only");
        }
    }

    static void checkRefunds(Algorithm algorithm, List<StatusRange> refundOn) {
        if (!refundOn.isEmpty() && algorithm == Algorithm.LEAKY_BUCKET) {
            throw new IllegalArgumentException(
                    "a leaky bucket gives nothing back; use another algorithm, or leave refunds out");
        }
    }

    static void checkBlock(Algorithm algorithm, List<Duration> steps) {
        if (!steps.isEmpty() && algorithm == Algorithm.LEAKY_BUCKET) {
            throw new IllegalArgumentException("a block does not go with leaky-bucket");
        }
        if (steps.size() > MOST_STEPS) {
            throw new IllegalArgumentException("a block has at most 10 steps");
        }
        for (int i = 0; i < steps.size(); i++) {
            Duration step = steps.get(i);
            if (step.compareTo(SHORTEST_STEP) < 0
                    || step.compareTo(LONGEST_STEP) > 0
                    || step.toNanosPart() % 1_000_000 != 0) {
                throw new IllegalArgumentException(
                        "each step of a block must be from 1ms to 366d, in whole milliseconds");
            }
            if (i > 0 && step.compareTo(steps.get(i - 1)) < 0) {
                throw new IllegalArgumentException("no step of a block may be shorter than the one before");
            }
        }
    }

    static void checkLease(int lease) {
        if (lease < 0 || lease > LARGEST_LEASE) {
            throw new IllegalArgumentException("a lease must be from 0 to 1,000,000 permits");
        }
    }

    /** What leased permits may do within the life of a lease, over what is counted, is taken off the burst. */
    static void checkLeasing(Algorithm algorithm, Collection<Quota> quotas, List<Duration> block) {
        if (algorithm != Algorithm.TOKEN_BUCKET && algorithm != Algorithm.FIXED_WINDOW) {
            throw new IllegalArgumentException("a lease goes with token-bucket and fixed-window only");
        }
        if (!block.isEmpty()) {
            throw new IllegalArgumentException("a lease does not go with a block, which it would outlive");
        }
        if (algorithm == Algorithm.FIXED_WINDOW) {
            return;
        }
        for (Quota quota : quotas) {
            if (quota.limits().size() > 1) {
                throw new IllegalArgumentException("a lease of a token-bucket goes with exactly one limit");
            }
            if (!quota.isUnlimited() && !hasRoomForLeases(quota)) {
                throw new IllegalArgumentException(
                        "a lease needs a burst that is larger, by a permit at least, than what refills in 100ms");
            }
        }
    }

    private static boolean hasRoomForLeases(Quota quota) {
        Limit limit = quota.limits().get(0);
        long burst = quota.burst() == null ? limit.count() : quota.burst();
        double refilled = Math.ceil((double) RateLimitPolicy.LEASE_LIFE.toMillis()
                * limit.count()
                / limit.period().toMillis());
        return burst - refilled >= 1;
    }

    static void checkAlerts(Algorithm algorithm, List<Integer> levels) {
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
}
