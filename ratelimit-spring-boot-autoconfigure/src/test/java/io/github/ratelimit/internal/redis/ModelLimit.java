package io.github.ratelimit.internal.redis;

import io.github.ratelimit.Limit;
import io.github.ratelimit.RateLimitPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One limit of one key as the design's table of algorithms says it, and nothing cleverer: no rounding, no forgetting.
 * Times are µs and never go back.
 */
abstract class ModelLimit {

    /** Permits charged at a time. */
    record Charge(long at, long permits) {}

    private final long capacity;

    private ModelLimit(long capacity) {
        this.capacity = capacity;
    }

    static ModelLimit of(RateLimitPolicy policy, Limit limit) {
        long count = limit.count();
        long period = limit.periodMicros();
        return switch (policy.algorithm()) {
            case TOKEN_BUCKET -> {
                Long burst = Objects.requireNonNull(policy.quota()).burst();
                yield new Bucket(burst == null ? count : burst, count, period);
            }
            case LEAKY_BUCKET -> {
                Rational behind =
                        Rational.of(policy.maxDelay().toMillis() * 1_000).times(count);
                yield new Bucket(1 + behind.over(period).floor(), count, period);
            }
            case FIXED_WINDOW ->
                policy.zone() != null && limit.period().equals(Duration.ofDays(1))
                        ? new Day(count, policy.zone())
                        : new FirstRequestWindow(count, period);
            case SLIDING_WINDOW -> new Sliding(count, period);
            case SLIDING_LOG -> new Log(count, period);
        };
    }

    /** Permits that count at this time, if nothing is charged meanwhile. */
    abstract Rational used(long time);

    abstract void charge(long time, long permits);

    long capacity() {
        return capacity;
    }

    /** What would be left after the cost; below zero when it does not fit. */
    Rational room(long time, long cost) {
        return Rational.of(capacity - cost).minus(used(time));
    }

    boolean fits(long time, long cost) {
        return cost == 0 || room(time, cost).compareTo(Rational.ZERO) >= 0;
    }

    /** The fewest µs after which a cost fits that is not above the capacity. */
    long wait(long time, long cost) {
        long tooShort = -1;
        long enough = 1;
        while (!fits(time + enough, cost)) {
            tooShort = enough;
            enough *= 2;
        }
        while (enough - tooShort > 1) {
            long middle = (enough + tooShort) / 2;
            if (fits(time + middle, cost)) {
                enough = middle;
            } else {
                tooShort = middle;
            }
        }
        return enough;
    }

    /** Used permits come back at count ÷ period. A leaky bucket is one, of what has not left yet. */
    private static final class Bucket extends ModelLimit {

        private final long count;
        private final long period;
        private Rational used = Rational.ZERO;
        private long at;

        Bucket(long capacity, long count, long period) {
            super(capacity);
            this.count = count;
            this.period = period;
        }

        @Override
        Rational used(long time) {
            return used.minus(Rational.of(time - at, period).times(count)).max(Rational.ZERO);
        }

        @Override
        void charge(long time, long permits) {
            used = used(time).plus(Rational.of(permits));
            at = time;
        }
    }

    /** Keeps every charge there ever was. */
    private abstract static class Charges extends ModelLimit {

        final List<Charge> charges = new ArrayList<>();

        Charges(long capacity) {
            super(capacity);
        }

        @Override
        void charge(long time, long permits) {
            charges.add(new Charge(time, permits));
        }

        /** Permits charged from this time on, and before that. */
        long between(long from, long to) {
            long permits = 0;
            for (Charge charge : charges) {
                permits += charge.at() >= from && charge.at() < to ? charge.permits() : 0;
            }
            return permits;
        }
    }

    /** A window begins with the first charge that no window holds. */
    private static final class FirstRequestWindow extends Charges {

        private final long duration;

        FirstRequestWindow(long capacity, long duration) {
            super(capacity);
            this.duration = duration;
        }

        @Override
        Rational used(long time) {
            long end = Long.MIN_VALUE;
            for (Charge charge : charges) {
                end = charge.at() >= end ? charge.at() + duration : end;
            }
            return time < end ? Rational.of(between(end - duration, end)) : Rational.ZERO;
        }
    }

    /** What was charged on the same day there. */
    private static final class Day extends Charges {

        private final ZoneId zone;

        Day(long capacity, ZoneId zone) {
            super(capacity);
            this.zone = zone;
        }

        @Override
        Rational used(long time) {
            LocalDate today = dayOf(time);
            return Rational.of(charges.stream()
                    .filter(charge -> dayOf(charge.at()).equals(today))
                    .mapToLong(Charge::permits)
                    .sum());
        }

        private LocalDate dayOf(long time) {
            return Instant.EPOCH.plus(time, ChronoUnit.MICROS).atZone(zone).toLocalDate();
        }
    }

    /** The previous window counts by what remains of it; windows are aligned to the epoch. */
    private static final class Sliding extends Charges {

        private final long duration;

        Sliding(long capacity, long duration) {
            super(capacity);
            this.duration = duration;
        }

        @Override
        Rational used(long time) {
            long start = time / duration * duration;
            long previous = between(start - duration, start);
            long current = between(start, start + duration);
            return Rational.of(current)
                    .plus(Rational.of(previous).times(start + duration - time).over(duration));
        }
    }

    /** Every permit counts for a duration. */
    private static final class Log extends Charges {

        private final long duration;

        Log(long capacity, long duration) {
            super(capacity);
            this.duration = duration;
        }

        @Override
        Rational used(long time) {
            return Rational.of(between(time - duration + 1, time + 1));
        }
    }
}
