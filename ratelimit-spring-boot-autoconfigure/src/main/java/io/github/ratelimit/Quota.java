package io.github.ratelimit;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a policy or of one of its plans: limits that must all hold, or none at all ({@link #UNLIMITED}).
 *
 * @param limits the limits, longest duration first; empty only for {@link #UNLIMITED}
 * @param burst capacity of a token bucket with one limit; null: the limit's count
 */
public record Quota(List<Limit> limits, @Nullable Long burst) {

    /** Lets everything pass; nothing is counted. */
    public static final Quota UNLIMITED = new Quota(List.of(), null);

    /** The longest time from empty to full. */
    private static final Duration MAX_TIME_TO_FULL = Duration.ofDays(3650);

    /** Checks the limits against each other and the burst against its limit. */
    public Quota {
        limits = limits.stream()
                .sorted((one, other) -> other.period().compareTo(one.period()))
                .toList();
        for (int i = 1; i < limits.size(); i++) {
            if (limits.get(i).period().equals(limits.get(i - 1).period())) {
                throw new IllegalArgumentException(
                        "two limits have the same duration " + limits.get(i).periodText() + "; keep the lower one");
            }
        }
        if (burst != null) {
            checkBurst(limits, burst);
        }
    }

    private static void checkBurst(List<Limit> limits, long burst) {
        if (limits.size() != 1) {
            throw new IllegalArgumentException("a burst goes with exactly one limit");
        }
        if (burst < 1 || burst > Limit.MAX_COUNT) {
            throw new IllegalArgumentException("the burst must be a whole number from 1 to 1,000,000,000");
        }
        Limit limit = limits.get(0);
        double millisToFull = (double) burst / limit.count() * limit.period().toMillis();
        if (millisToFull > MAX_TIME_TO_FULL.toMillis()) {
            throw new IllegalArgumentException(
                    "a bucket of " + burst + " would take more than 10 years to fill at " + limit);
        }
    }

    /** One limit with its count as burst. */
    public static Quota of(Limit limit) {
        return new Quota(List.of(limit), null);
    }

    /** Several limits, all of which must hold, as text: {@code Quota.of("10/1s", "100/1m")}. */
    public static Quota of(String... limits) {
        return new Quota(Arrays.stream(limits).map(Limit::valueOf).toList(), null);
    }

    /** The same limit with another bucket capacity. */
    public Quota withBurst(@Nullable Long newBurst) {
        return new Quota(limits, newBurst);
    }

    /** Whether everything passes. */
    public boolean isUnlimited() {
        return limits.isEmpty();
    }

    /** As written in YAML: {@code 10/1s, 100/1m} or {@code unlimited}. */
    @Override
    public String toString() {
        if (isUnlimited()) {
            return "unlimited";
        }
        String text = limits.stream().map(Limit::toString).collect(Collectors.joining(", "));
        return burst == null ? text : text + " burst " + burst;
    }
}
