package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.LimitNumbers;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.local.LocalStore;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;

/** What an algorithm lets pass at most, whatever its callers do. */
class PromiseTests {

    private static final SettableTime TIME = SettableTime.withExpiry();
    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final long START = 1_800_000_000_000_000L;
    private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);

    @AfterContainer
    static void close() {
        TIME.close();
    }

    /**
     * One try to take permits.
     *
     * @param patient whether the caller waits as long as the last refusal said
     * @param pause thousandths of the period that pass before
     * @param part of the capacity that it takes, in thousandths
     */
    record Try(boolean patient, int pause, int part) {}

    /** Permits that passed, and the end of the window they were counted in. */
    record Passed(long at, long cost, long windowEnd) {}

    @Provide
    Arbitrary<List<Try>> histories() {
        return Combinators.combine(
                        Arbitraries.of(true, false),
                        Arbitraries.oneOf(
                                Arbitraries.integers().between(0, 5),
                                Arbitraries.integers().between(0, 1_000)),
                        Arbitraries.integers().between(0, 1_000))
                .as(Try::new)
                .list()
                .ofSize(50);
    }

    @Provide
    Arbitrary<RateLimitPolicy> buckets() {
        return Scenarios.limits().map(limit -> RateLimitPolicy.of("bucket", Quota.of(limit)));
    }

    @Provide
    Arbitrary<RateLimitPolicy> burstyBuckets() {
        return Scenarios.buckets("bursty").map(policy -> policy.withEnforce(true));
    }

    @Provide
    Arbitrary<RateLimitPolicy> windows() {
        return buckets().map(policy -> policy.withAlgorithm(Algorithm.FIXED_WINDOW));
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void bucketLetsAtMostBurstAndRefillPassInAnyStretch(
            @ForAll("burstyBuckets") RateLimitPolicy policy, @ForAll("histories") List<Try> history)
            throws StoreFailureException {
        assertBurstAndRefill(policy, history, new LocalStore(100, TIME));
    }

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void bucketInRedisLetsAtMostBurstAndRefillPassInAnyStretch(
            @ForAll("burstyBuckets") RateLimitPolicy policy, @ForAll("histories") List<Try> history)
            throws StoreFailureException {
        assertBurstAndRefill(policy, history, TIME.redis().store());
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void windowLetsAtMostItsCountPass(@ForAll("windows") RateLimitPolicy policy, @ForAll("histories") List<Try> history)
            throws StoreFailureException {
        assertCountPerWindow(policy, history, new LocalStore(100, TIME));
    }

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void windowInRedisLetsAtMostItsCountPass(
            @ForAll("windows") RateLimitPolicy policy, @ForAll("histories") List<Try> history)
            throws StoreFailureException {
        assertCountPerWindow(policy, history, TIME.redis().store());
    }

    /** In whole numbers: permits × period ≤ burst × period + count × time, and a millionth. */
    private static void assertBurstAndRefill(RateLimitPolicy policy, List<Try> history, RateLimitStore store)
            throws StoreFailureException {
        List<Passed> passed = play(policy, history, store);
        for (LimitNumbers limit : check(policy, "any").numbers().limits()) {
            for (int from = 0; from < passed.size(); from++) {
                long permits = 0;
                for (Passed each : passed.subList(from, passed.size())) {
                    permits += each.cost();
                    BigInteger taken = times(permits, limit.periodMicros());
                    BigInteger granted = times(limit.capacity(), limit.periodMicros())
                            .add(times(
                                    limit.count(), each.at() - passed.get(from).at()));
                    assertThat(taken.multiply(MILLION))
                            .isLessThanOrEqualTo(granted.multiply(MILLION.add(BigInteger.ONE)));
                }
            }
        }
    }

    private static BigInteger times(long one, long other) {
        return BigInteger.valueOf(one).multiply(BigInteger.valueOf(other));
    }

    private static void assertCountPerWindow(RateLimitPolicy policy, List<Try> history, RateLimitStore store)
            throws StoreFailureException {
        LimitNumbers limit = check(policy, "any").numbers().limits().get(0);
        Map<Long, Long> countOfWindow = new HashMap<>();
        long lastEnd = 0;
        for (Passed each : play(policy, history, store)) {
            countOfWindow.merge(each.windowEnd(), each.cost(), Long::sum);
            if (each.windowEnd() != lastEnd) {
                assertThat(each.windowEnd() - limit.periodMicros())
                        .isEqualTo(each.at())
                        .isGreaterThanOrEqualTo(lastEnd);
                lastEnd = each.windowEnd();
            }
        }
        assertThat(countOfWindow.values()).allMatch(count -> count <= limit.capacity());
    }

    private static List<Passed> play(RateLimitPolicy policy, List<Try> history, RateLimitStore store)
            throws StoreFailureException {
        ResolvedCheck check = check(policy, "caller" + RUNS.incrementAndGet());
        List<LimitNumbers> limits = check.numbers().limits();
        long capacity = limits.stream().mapToLong(LimitNumbers::capacity).min().orElseThrow();
        List<Passed> passed = new ArrayList<>();
        long now = START;
        long wait = 0;
        for (Try each : history) {
            now += each.patient() ? wait : limits.get(0).periodMicros() * each.pause() / 1_000;
            long cost = Math.max(1, capacity * each.part() / 1_000);
            RateLimitDecision decision = takeAt(now, store, check.withCost(cost));
            if (decision.isAllowed()) {
                long reset =
                        decision.results().get(0).usages().get(0).resetAfter().toNanos() / 1_000;
                passed.add(new Passed(now, cost, now + reset));
            }
            wait = decision.retryAfter().map(Duration::toNanos).orElse(0L) / 1_000;
        }
        return passed;
    }

    private static RateLimitDecision takeAt(long micros, RateLimitStore store, ResolvedCheck check)
            throws StoreFailureException {
        TIME.set(micros);
        return store.decide(List.of(check), true);
    }

    private static ResolvedCheck check(RateLimitPolicy policy, String key) {
        return ResolvedChecks.of(policy, key, 1);
    }
}
