package io.github.ratelimit.internal.redis;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Limit;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.redis.History.Moment;
import io.github.ratelimit.internal.redis.Model.Ask;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** Makes one history out of its number. The model is asked meanwhile, so that callers come back when they should. */
final class RandomHistory {

    private static final int MOMENTS = 16;
    private static final long DAY = 86_400_000;
    private static final double TEN_YEARS = 3_650.0 * DAY;
    private static final List<String> ZONES = List.of("Asia/Kathmandu", "Europe/Berlin", "Australia/Lord_Howe");

    private final Random random;
    private final long number;
    private final Model model = new Model();
    private final List<RateLimitPolicy> policies = new ArrayList<>();
    private long now;
    private long wait;

    private RandomHistory(long number) {
        this.number = number;
        this.random = new Random(number * 0x9E3779B97F4A7C15L);
        this.now = 1_750_000_000_000_000L + between(0, 365 * DAY * 1_000);
    }

    static History of(long number) {
        return new RandomHistory(number).make();
    }

    private History make() {
        int count = (int) between(1, 3);
        for (int i = 0; i < count; i++) {
            policies.add(blocking(policy("p" + i)).withEnforce(random.nextInt(5) > 0));
        }
        List<Moment> moments = new ArrayList<>();
        for (int i = 0; i < MOMENTS; i++) {
            now += gap();
            Moment moment = new Moment(now, random.nextInt(8) > 0, asks());
            wait = model.wait(now, moment.asks());
            if (moment.take()) {
                model.take(now, moment.asks());
            }
            moments.add(moment);
        }
        return new History(number, moments);
    }

    private long between(long lowest, long highest) {
        return lowest + (long) (random.nextDouble() * (highest - lowest + 1));
    }

    /** Small numbers as likely as large ones. */
    private long upTo(long highest) {
        return (long) Math.floor(Math.pow(highest + 0.5, random.nextDouble()));
    }

    private RateLimitPolicy policy(String name) {
        Algorithm algorithm = Algorithm.values()[random.nextInt(Algorithm.values().length)];
        return switch (algorithm) {
            case TOKEN_BUCKET -> RateLimitPolicy.of(name, random.nextBoolean() ? quota(Limit.MAX_COUNT) : bursty());
            case FIXED_WINDOW -> random.nextInt(3) > 0 ? counted(name, algorithm, Limit.MAX_COUNT) : daily(name);
            case SLIDING_WINDOW -> counted(name, algorithm, Limit.MAX_COUNT);
            case SLIDING_LOG -> counted(name, algorithm, 1_000);
            case LEAKY_BUCKET -> leaky(name);
        };
    }

    private RateLimitPolicy blocking(RateLimitPolicy policy) {
        if (policy.algorithm() == Algorithm.LEAKY_BUCKET || random.nextInt(3) > 0) {
            return policy;
        }
        List<Duration> steps = new ArrayList<>();
        int count = (int) between(1, 3);
        for (int i = 0; i < count; i++) {
            steps.add(limit(1).period());
        }
        return policy.withBlock(steps.stream().sorted().toList());
    }

    private RateLimitPolicy counted(String name, Algorithm algorithm, long mostPermits) {
        return RateLimitPolicy.of(name, quota(mostPermits)).withAlgorithm(algorithm);
    }

    private RateLimitPolicy daily(String name) {
        List<Limit> limits = new ArrayList<>(quota(Limit.MAX_COUNT).limits());
        limits.removeIf(limit -> limit.period().toMillis() == DAY);
        limits.add(new Limit(upTo(Limit.MAX_COUNT), Duration.ofMillis(DAY)));
        return RateLimitPolicy.of(name, new Quota(limits, null))
                .withAlgorithm(Algorithm.FIXED_WINDOW)
                .withZone(ZoneId.of(ZONES.get(random.nextInt(ZONES.size()))));
    }

    private RateLimitPolicy leaky(String name) {
        Limit limit = limit(Limit.MAX_COUNT);
        double most = Math.min(
                60_000, 0.9 * Limit.MAX_COUNT / limit.count() * limit.period().toMillis());
        long delay = random.nextInt(4) == 0 ? 0 : (long) (random.nextDouble() * most);
        return RateLimitPolicy.of(name, Quota.of(limit))
                .withAlgorithm(Algorithm.LEAKY_BUCKET)
                .withMaxDelay(Duration.ofMillis(delay));
    }

    private Quota bursty() {
        Limit limit = limit(Limit.MAX_COUNT);
        double most = Math.min(Limit.MAX_COUNT, TEN_YEARS / limit.period().toMillis() * limit.count());
        return Quota.of(limit).withBurst(Math.min((long) most, upTo((long) most)));
    }

    private Quota quota(long mostPermits) {
        List<Limit> limits = new ArrayList<>();
        int count = (int) between(1, 3);
        for (int i = 0; i < count; i++) {
            Limit next = limit(mostPermits);
            limits.removeIf(limit -> limit.period().equals(next.period()));
            limits.add(next);
        }
        return new Quota(limits, null);
    }

    private Limit limit(long mostPermits) {
        long count = random.nextBoolean() ? between(1, 10) : upTo(mostPermits);
        long millis = switch (random.nextInt(3)) {
            case 0 -> new long[] {1_000, 60_000, 3_600_000, DAY}[random.nextInt(4)];
            case 1 -> between(1, 100);
            default -> upTo(366 * DAY);
        };
        return new Limit(Math.min(count, mostPermits), Duration.ofMillis(Math.min(millis, 366 * DAY)));
    }

    private List<Ask> asks() {
        List<Ask> asks = new ArrayList<>();
        for (RateLimitPolicy policy : policies) {
            if (random.nextInt(3) > 0) {
                asks.add(ask(policy));
            }
        }
        return asks.isEmpty() ? List.of(ask(policies.get(0))) : asks;
    }

    private Ask ask(RateLimitPolicy policy) {
        String key = random.nextInt(4) > 0 ? "ana" : "ben";
        List<ModelLimit> limits = model.limits(new Ask(policy, key, 0));
        long capacity = limits.stream().mapToLong(ModelLimit::capacity).min().orElseThrow();
        return new Ask(
                policy,
                key,
                switch (random.nextInt(10)) {
                    case 0 -> 0;
                    case 1, 2 -> 1;
                    case 3, 4 -> Math.min(capacity, upTo(capacity));
                    case 5 -> capacity;
                    case 6 -> Math.min(Limit.MAX_COUNT, capacity + 1);
                    default -> Math.max(1, capacity / between(2, 4));
                });
    }

    private long gap() {
        RateLimitPolicy any = policies.get(random.nextInt(policies.size()));
        List<Limit> limits = Objects.requireNonNull(any.quota()).limits();
        long period = limits.get(random.nextInt(limits.size())).periodMicros();
        return switch (random.nextInt(9)) {
            case 0 -> 0;
            case 1 -> 1;
            case 2, 3 -> Math.max(0, wait + between(-2, 1));
            case 4 -> upTo(period);
            case 5, 6 -> between(0, period / 2);
            case 7 -> period - now % period + between(0, 1) - 1;
            default -> between(period, 3 * period);
        };
    }
}
