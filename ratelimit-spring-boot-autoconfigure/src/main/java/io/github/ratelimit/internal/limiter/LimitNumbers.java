package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Limit;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import java.time.Duration;

/**
 * One limit as the algorithms compute with it: this region's part of it. A rate is count ÷ period, never rounded up.
 *
 * @param limit as configured, of all regions
 * @param capacity what fits at most
 * @param largestCost the highest cost that ever passes: the capacity, but for a share, which may run into debt for what
 *     the whole limit would have let pass
 * @param count permits that come back each period
 * @param periodMicros the period in µs
 * @param calendar whether its window is a local day
 */
public record LimitNumbers(
        Limit limit, long capacity, long largestCost, long count, long periodMicros, boolean calendar) {

    /** Some 146,000 years: a sum of two still is a number of µs. */
    private static final long LONGEST_MICROS = Long.MAX_VALUE / 2;

    /**
     * A region's part of a limit. A bucket refills more slowly, so that slow limits keep whole permits; a window counts
     * less. At least one permit.
     */
    static LimitNumbers of(RateLimitPolicy policy, Quota quota, Limit limit, boolean calendar, RegionShare region) {
        long slower = region.stretched(limit.periodMicros());
        return switch (policy.algorithm()) {
            case TOKEN_BUCKET -> {
                long burst = region.ofPermits(quota.burst() == null ? limit.count() : quota.burst());
                yield new LimitNumbers(limit, burst, burst, limit.count(), slower, calendar);
            }
            case LEAKY_BUCKET -> {
                long queue = queue(policy.maxDelay(), limit.count(), slower);
                yield new LimitNumbers(limit, queue, queue, limit.count(), slower, calendar);
            }
            case FIXED_WINDOW, SLIDING_WINDOW, SLIDING_LOG -> {
                long part = region.ofPermits(limit.count());
                yield new LimitNumbers(limit, part, part, part, limit.periodMicros(), calendar);
            }
        };
    }

    /** Capacity of a leaky bucket: one permit that leaves at once, and those that leave within the longest delay. */
    private static long queue(Duration maxDelay, long count, long periodMicros) {
        return 1 + Math.multiplyExact(maxDelay.toMillis() * 1_000, count) / periodMicros;
    }

    /**
     * The same with room for leases. What is spent within some time was taken within that and the life of a lease; so a
     * bucket that holds as much less as refills meanwhile lets no more than the limit pass.
     */
    LimitNumbers withRoomFor(Algorithm algorithm, Duration life) {
        if (algorithm != Algorithm.TOKEN_BUCKET) {
            return this; // a lease ends with its window
        }
        long refilled = (long) Math.ceil((double) life.toNanos() / 1_000 * count / periodMicros);
        return new LimitNumbers(limit, capacity - refilled, capacity - refilled, count, periodMicros, calendar);
    }

    /**
     * What one of several instances may let pass on its own. A bucket refills as many times slower, so that slow limits
     * keep whole permits (30/1h over 3 is a burst of 10 and 30 per 3 h); a window counts as many times less. At least one
     * permit.
     */
    LimitNumbers share(Algorithm algorithm, int instances) {
        long part = Math.max(1, capacity / instances);
        long slower = Math.min(periodMicros, LONGEST_MICROS / instances) * instances;
        return switch (algorithm) {
            case TOKEN_BUCKET, LEAKY_BUCKET -> new LimitNumbers(limit, part, largestCost, count, slower, calendar);
            case FIXED_WINDOW, SLIDING_WINDOW, SLIDING_LOG ->
                new LimitNumbers(limit, part, largestCost, part, periodMicros, calendar);
        };
    }

    /** Whether a cost is above the share, and passes when nothing else is used: it leaves a debt. */
    public boolean isDebt(long cost) {
        return cost > capacity && cost <= largestCost;
    }

    /** From empty to full in µs, rounded up; of a window its duration. */
    public long timeToFullMicros() {
        return count == capacity ? periodMicros : refillMicros(capacity);
    }

    /** How long a bucket takes for so many permits, in µs, rounded up. */
    long refillMicros(long permits) {
        return (long) Math.ceil((double) permits * periodMicros / count);
    }

    /** From empty to full; of a window its duration. */
    public Duration timeToFull() {
        long micros = timeToFullMicros();
        return Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1_000);
    }
}
