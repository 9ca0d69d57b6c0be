package io.github.ratelimit.internal.redis;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Limit;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.redis.Scenario.Action;
import io.github.ratelimit.internal.redis.Scenario.Ask;
import io.github.ratelimit.internal.redis.Scenario.Cost;
import io.github.ratelimit.internal.redis.Scenario.Gap;
import io.github.ratelimit.internal.redis.Scenario.Step;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Makes scenarios of all rates, bursts, costs and gaps, and days on which clocks change. */
final class Scenarios {

    private static final Duration TEN_YEARS = Duration.ofDays(3650);
    private static final List<String> ZONES = List.of(
            "Asia/Kathmandu",
            "Europe/Berlin",
            "America/Santiago",
            "America/Havana",
            "Australia/Lord_Howe",
            "Pacific/Apia");
    /** Around these the clocks of these zones change; Apia left out 2011-12-30. */
    private static final List<LocalDate> DAYS = List.of(
            LocalDate.of(2026, 3, 28),
            LocalDate.of(2026, 10, 24),
            LocalDate.of(2026, 4, 4),
            LocalDate.of(2026, 9, 5),
            LocalDate.of(2026, 10, 31),
            LocalDate.of(2026, 3, 7),
            LocalDate.of(2011, 12, 29));

    private Scenarios() {}

    /** Policies that stay as they are, while time goes on. */
    static Arbitrary<Scenario> steady() {
        return scenarios(1, Gap.NONE, Gap.MICROSECOND, Gap.WAIT, Gap.PART, Gap.IDLE);
    }

    /** Policies whose numbers and algorithms change, on a clock that goes back at times. */
    static Arbitrary<Scenario> changing() {
        return scenarios(3, Gap.values());
    }

    private static Arbitrary<Scenario> scenarios(int editions, Gap... gaps) {
        Arbitrary<List<List<RateLimitPolicy>>> policies = Arbitraries.integers()
                .between(1, 3)
                .flatMap(count -> Combinators.combine(IntStream.range(0, count)
                                .mapToObj(i ->
                                        policies("p" + i).list().ofMinSize(1).ofMaxSize(editions))
                                .toList())
                        .as(List::copyOf));
        return Combinators.combine(
                        starts(), policies, steps(gaps).list().ofMinSize(1).ofMaxSize(30))
                .as(Scenario::new);
    }

    private static Arbitrary<Long> starts() {
        return Combinators.combine(Arbitraries.of(DAYS), Arbitraries.longs().between(0, 2 * 86_400_000_000L))
                .as((day, micros) -> day.atStartOfDay(ZoneOffset.UTC).toEpochSecond() * 1_000_000 + micros);
    }

    static Arbitrary<RateLimitPolicy> policies(String name) {
        Arbitrary<RateLimitPolicy> policies = Arbitraries.frequencyOf(
                Tuple.of(3, buckets(name)),
                Tuple.of(2, windows(name, Algorithm.FIXED_WINDOW)),
                Tuple.of(1, days(name)),
                Tuple.of(3, windows(name, Algorithm.SLIDING_WINDOW)),
                Tuple.of(3, logs(name)),
                Tuple.of(2, leakyBuckets(name)));
        return Combinators.combine(policies, blocks())
                .as((policy, block) -> policy.algorithm() == Algorithm.LEAKY_BUCKET ? policy : policy.withBlock(block));
    }

    /** Most policies have none. */
    private static Arbitrary<List<Duration>> blocks() {
        return Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.just(List.of())),
                Tuple.of(
                        1,
                        periods()
                                .list()
                                .ofMinSize(1)
                                .ofMaxSize(4)
                                .map(steps -> steps.stream().sorted().toList())));
    }

    static Arbitrary<RateLimitPolicy> buckets(String name) {
        Arbitrary<Quota> withBurst = Combinators.combine(
                        limits(), Arbitraries.doubles().between(0, 1))
                .as((limit, part) -> Quota.of(limit).withBurst(burst(limit, part)));
        return Combinators.combine(Arbitraries.oneOf(withBurst, quotas()), enforced())
                .as((quota, enforce) -> RateLimitPolicy.of(name, quota).withEnforce(enforce));
    }

    /** From 1 to what fills within ten years, small ones as likely as large ones. */
    private static long burst(Limit limit, double part) {
        double most = Math.min(
                Limit.MAX_COUNT, (double) TEN_YEARS.toMillis() / limit.period().toMillis() * limit.count());
        return (long) Math.max(1, Math.floor(Math.pow(most, part)));
    }

    private static Arbitrary<RateLimitPolicy> windows(String name, Algorithm algorithm) {
        return Combinators.combine(quotas(), enforced(), alerts())
                .as((quota, enforce, alertAt) -> RateLimitPolicy.of(name, quota)
                        .withAlgorithm(algorithm)
                        .withEnforce(enforce)
                        .withAlertAt(algorithm == Algorithm.FIXED_WINDOW ? alertAt : List.of()));
    }

    private static Arbitrary<RateLimitPolicy> logs(String name) {
        Arbitrary<Quota> quotas = Combinators.combine(
                        Arbitraries.oneOf(
                                Arbitraries.longs().between(1, 10),
                                Arbitraries.longs().between(1, 1_000)),
                        periods())
                .as((count, period) -> Quota.of(new Limit(count, period)));
        return Combinators.combine(quotas, enforced())
                .as((quota, enforce) -> RateLimitPolicy.of(name, quota)
                        .withAlgorithm(Algorithm.SLIDING_LOG)
                        .withEnforce(enforce));
    }

    static Arbitrary<RateLimitPolicy> leakyBuckets(String name) {
        Arbitrary<Long> delays = Arbitraries.oneOf(
                Arbitraries.of(0L, 2_000L, 60_000L), Arbitraries.longs().between(0, 60_000));
        return Combinators.combine(limits(), delays, enforced())
                .filter((limit, delay, enforce) ->
                        (double) delay * limit.count() / limit.period().toMillis() < Limit.MAX_COUNT)
                .as((limit, delay, enforce) -> RateLimitPolicy.of(name, Quota.of(limit))
                        .withAlgorithm(Algorithm.LEAKY_BUCKET)
                        .withMaxDelay(Duration.ofMillis(delay))
                        .withEnforce(enforce));
    }

    private static Arbitrary<RateLimitPolicy> days(String name) {
        Arbitrary<Quota> withDay = Combinators.combine(counts(), quotas()).as((count, others) -> {
            List<Limit> limits = new ArrayList<>(others.limits());
            limits.removeIf(limit -> limit.period().equals(Duration.ofDays(1)));
            limits.add(new Limit(count, Duration.ofDays(1)));
            return new Quota(limits, null);
        });
        return Combinators.combine(withDay, Arbitraries.of(ZONES), alerts())
                .as((quota, zone, alertAt) -> RateLimitPolicy.of(name, quota)
                        .withAlgorithm(Algorithm.FIXED_WINDOW)
                        .withZone(ZoneId.of(zone))
                        .withAlertAt(alertAt));
    }

    private static Arbitrary<Boolean> enforced() {
        return Arbitraries.frequency(Tuple.of(4, true), Tuple.of(1, false));
    }

    private static Arbitrary<List<Integer>> alerts() {
        return Arbitraries.integers().between(1, 100).list().ofMaxSize(4);
    }

    private static Arbitrary<Quota> quotas() {
        return limits().list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .uniqueElements(Limit::period)
                .map(list -> new Quota(list, null));
    }

    static Arbitrary<Limit> limits() {
        Arbitrary<Limit> extremes = Arbitraries.of(
                        "1/366d",
                        "1/2s",
                        "5/1d",
                        "900000/1s",
                        "1000000000/1m",
                        "1000000000/1ms",
                        "1/1ms",
                        "1000000000/366d")
                .map(Limit::valueOf);
        Arbitrary<Limit> others = Combinators.combine(counts(), periods()).as(Limit::new);
        return Arbitraries.frequencyOf(Tuple.of(1, extremes), Tuple.of(3, others));
    }

    private static Arbitrary<Long> counts() {
        return Arbitraries.oneOf(
                Arbitraries.longs().between(1, 10), Arbitraries.longs().between(1, Limit.MAX_COUNT));
    }

    private static Arbitrary<Duration> periods() {
        Arbitrary<Long> millis = Arbitraries.oneOf(
                Arbitraries.of(1_000L, 60_000L, 3_600_000L, 86_400_000L),
                Arbitraries.longs().between(1, 100),
                Arbitraries.longs().between(1, Duration.ofDays(366).toMillis()));
        return millis.map(Duration::ofMillis);
    }

    private static Arbitrary<Step> steps(Gap... gaps) {
        Arbitrary<Action> actions = Arbitraries.frequency(
                Tuple.of(14, Action.TAKE),
                Tuple.of(2, Action.PEEK),
                Tuple.of(4, Action.REFUND),
                Tuple.of(1, Action.RESET));
        return Combinators.combine(
                        actions,
                        Arbitraries.of(gaps),
                        Arbitraries.integers().between(-2, 1_000),
                        asks().list().ofMinSize(1).ofMaxSize(3).uniqueElements(Ask::policy),
                        Arbitraries.integers().between(0, 5))
                .as(Step::new);
    }

    private static Arbitrary<Ask> asks() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.of("ana", "ben"),
                        Arbitraries.of(Cost.class),
                        Arbitraries.integers().between(1, 1_000))
                .as(Ask::new);
    }
}
