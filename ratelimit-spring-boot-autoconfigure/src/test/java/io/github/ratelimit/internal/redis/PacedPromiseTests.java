package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Limit;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.LimitNumbers;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.local.LocalStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;

/** What sliding windows, logs and leaky buckets let pass at most, and how evenly, whatever their callers do. */
class PacedPromiseTests {

    private static final SettableTime TIME = SettableTime.withExpiry();
    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final long START = 1_800_000_000_000_000L;

    @AfterContainer
    static void close() {
        TIME.close();
    }

    /**
     * One try to take permits.
     *
     * @param patient whether the caller waits as long as the last refusal said, or a microsecond less
     * @param pause thousandths of the period that pass before
     * @param part of the capacity that it takes, in thousandths
     */
    record Try(boolean patient, int pause, int part) {}

    /** Permits that passed, and when they go on. */
    record Passed(long at, long cost, long start) {}

    @Provide
    Arbitrary<List<Try>> histories() {
        return Combinators.combine(
                        Arbitraries.of(true, false),
                        Arbitraries.oneOf(
                                Arbitraries.integers().between(0, 5),
                                Arbitraries.integers().between(0, 1_000)),
                        Arbitraries.oneOf(
                                Arbitraries.integers().between(0, 200),
                                Arbitraries.integers().between(0, 1_000)))
                .as(Try::new)
                .list()
                .ofSize(60);
    }

    @Provide
    Arbitrary<Limit> limits() {
        return Scenarios.limits();
    }

    @Provide
    Arbitrary<RateLimitPolicy> leakyBuckets() {
        return Scenarios.leakyBuckets("leaky").map(policy -> policy.withEnforce(true));
    }

    @Property(tries = 250, edgeCases = EdgeCasesMode.NONE)
    void logLetsAtMostItsCountPassInAnyDuration(@ForAll("limits") Limit limit, @ForAll("histories") List<Try> history)
            throws StoreFailureException {
        assertCountInAnyDuration(log(limit), history, new LocalStore(100, TIME), 1);
    }

    @Property(tries = 30, edgeCases = EdgeCasesMode.NONE)
    void logInRedisLetsAtMostItsCountPassInAnyDuration(
            @ForAll("limits") Limit limit, @ForAll("histories") List<Try> history) throws StoreFailureException {
        assertCountInAnyDuration(log(limit), history, TIME.redis().store(), 1);
    }

    @Property(tries = 250, edgeCases = EdgeCasesMode.NONE)
    void windowLetsAtMostTwiceItsCountPassInAnyDurationAndNoMoreThanItAtAnEdge(
            @ForAll("limits") Limit limit, @ForAll("histories") List<Try> history) throws StoreFailureException {
        assertWindow(limit, history, new LocalStore(100, TIME));
    }

    @Property(tries = 30, edgeCases = EdgeCasesMode.NONE)
    void windowInRedisLetsAtMostTwiceItsCountPassInAnyDurationAndNoMoreThanItAtAnEdge(
            @ForAll("limits") Limit limit, @ForAll("histories") List<Try> history) throws StoreFailureException {
        assertWindow(limit, history, TIME.redis().store());
    }

    @Property(tries = 250, edgeCases = EdgeCasesMode.NONE)
    void bucketLetsPermitsGoOnAtASteadyRate(
            @ForAll("leakyBuckets") RateLimitPolicy policy, @ForAll("histories") List<Try> history)
            throws StoreFailureException {
        assertSteadyRate(policy, history, new LocalStore(100, TIME));
    }

    @Property(tries = 30, edgeCases = EdgeCasesMode.NONE)
    void bucketInRedisLetsPermitsGoOnAtASteadyRate(
            @ForAll("leakyBuckets") RateLimitPolicy policy, @ForAll("histories") List<Try> history)
            throws StoreFailureException {
        assertSteadyRate(policy, history, TIME.redis().store());
    }

    private static RateLimitPolicy log(Limit limit) {
        return RateLimitPolicy.of("log", Quota.of(new Limit(Math.min(1_000, limit.count()), limit.period())))
                .withAlgorithm(Algorithm.SLIDING_LOG);
    }

    private static List<Passed> assertCountInAnyDuration(
            RateLimitPolicy policy, List<Try> history, RateLimitStore store, int times) throws StoreFailureException {
        LimitNumbers limit = numbers(policy);
        List<Passed> passed = play(policy, history, store);
        for (Passed first : passed) {
            long permits = passed.stream()
                    .filter(each -> each.at() >= first.at() && each.at() < first.at() + limit.periodMicros())
                    .mapToLong(Passed::cost)
                    .sum();
            assertThat(permits).isLessThanOrEqualTo(times * limit.capacity());
        }
        return passed;
    }

    /** So long after an edge no more than that part of the count has passed beyond the count since the edge before. */
    private static void assertWindow(Limit limit, List<Try> history, RateLimitStore store)
            throws StoreFailureException {
        RateLimitPolicy policy = RateLimitPolicy.of("window", Quota.of(limit)).withAlgorithm(Algorithm.SLIDING_WINDOW);
        long period = limit.periodMicros();
        List<Passed> passed = assertCountInAnyDuration(policy, history, store, 2);
        for (Passed last : passed) {
            long sinceEdge = last.at() % period;
            long permits = passed.stream()
                    .filter(each -> each.at() >= last.at() - sinceEdge - period && each.at() <= last.at())
                    .mapToLong(Passed::cost)
                    .sum();
            Rational most = Rational.of(limit.count()).times(period + sinceEdge).over(period);
            assertThat(Rational.of(permits)).isLessThanOrEqualTo(most.plus(Rational.of(1, 1_000_000)));
        }
    }

    /** In the order of their turns each begins when all permits before have left, not a microsecond of rounding more. */
    private static void assertSteadyRate(RateLimitPolicy policy, List<Try> history, RateLimitStore store)
            throws StoreFailureException {
        LimitNumbers limit = numbers(policy);
        List<Passed> passed = play(policy, history, store);
        for (int i = 0; i < passed.size(); i++) {
            Passed each = passed.get(i);
            assertThat(each.start() - each.at()).isBetween(0L, policy.maxDelay().toMillis() * 1_000);
            if (i > 0) {
                Passed before = passed.get(i - 1);
                double turn = (double) before.cost() * limit.periodMicros() / limit.count();
                double pause = Math.max(each.at() - before.start(), turn);
                assertThat((double) (each.start() - before.start())).isBetween(pause - 1, pause + 1);
            }
        }
    }

    private static LimitNumbers numbers(RateLimitPolicy policy) {
        return ResolvedChecks.of(policy, "any", 1).numbers().limits().get(0);
    }

    private static List<Passed> play(RateLimitPolicy policy, List<Try> history, RateLimitStore store)
            throws StoreFailureException {
        ResolvedCheck check = ResolvedChecks.of(policy, "caller" + RUNS.incrementAndGet(), 1);
        LimitNumbers limit = numbers(policy);
        List<Passed> passed = new ArrayList<>();
        long now = START;
        long wait = 0;
        for (Try each : history) {
            now += each.patient() ? Math.max(0, wait - each.pause() % 2) : limit.periodMicros() * each.pause() / 1_000;
            long cost = Math.max(1, limit.capacity() * each.part() / 1_000);
            TIME.set(now);
            RateLimitDecision decision = store.decide(List.of(check.withCost(cost)), true);
            if (decision.isAllowed()) {
                passed.add(new Passed(now, cost, now + micros(decision.delay())));
            }
            wait = decision.retryAfter().map(PacedPromiseTests::micros).orElse(0L);
            assertThat(wait).isLessThanOrEqualTo(2 * limit.timeToFullMicros());
        }
        return passed;
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }
}
