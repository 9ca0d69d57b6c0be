package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Limit;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.lease.LeasingStore;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What three instances with leases let pass: never more than the limit, in any stretch of time, however long a call is on
 * its way and whatever their clocks say.
 */
class LeasePromiseTests {

    private static final SettableTime TIME = SettableTime.withExpiry();
    private static final long START = 1_800_000_000_000_000L;
    private static final int INSTANCES = 3;
    private static final int ROUNDS = 60;

    @AfterAll
    static void close() {
        TIME.close();
    }

    private final List<Passed> passed = new ArrayList<>();
    private final Set<Long> windowEnds = new HashSet<>();
    private long now = START;
    private long decidedAt;
    private long longestWay;
    private int leased;

    /** Permits that passed, and when that was decided: by Redis's clock, or as they were taken from a lease. */
    private record Passed(long at, long permits) {}

    @ParameterizedTest
    @CsvSource({
        "TOKEN_BUCKET, 100/1s, 50, 1",
        "TOKEN_BUCKET, 1000/1s, 1000, 2",
        "TOKEN_BUCKET, 100/1m, 20, 3",
        "TOKEN_BUCKET, 70/1s, 5, 4",
        "TOKEN_BUCKET, 1000/2s, 300, 5",
        "FIXED_WINDOW, 100/1s, 50, 6",
        "FIXED_WINDOW, 60/200ms, 50, 7",
        "FIXED_WINDOW, 30/500ms, 50, 8",
    })
    void isAtMostTheLimit(Algorithm algorithm, String limit, int lease, long seed) throws StoreFailureException {
        Random random = new Random(seed);
        RateLimitPolicy policy = RateLimitPolicy.of("p" + seed, Quota.of(limit))
                .withAlgorithm(algorithm)
                .withLease(lease);
        ResolvedCheck check = ResolvedChecks.of(policy, "ana", 1);
        long period = check.numbers().limits().get(0).periodMicros();
        List<LeasingStore> instances = instances(random);
        for (int round = 0; round < ROUNDS; round++) {
            longestWay = random.nextInt(3) == 0 ? 20_000 : 0;
            pass(random.nextInt(2) == 0 ? 2 * period : random.nextLong(2 * period));
            if (algorithm == Algorithm.FIXED_WINDOW) {
                take(instances.get(0), check); // begins a window
                pass(Math.max(0, period - random.nextLong(150_000)));
            }
            for (LeasingStore instance : instances) {
                take(instance, check); // and has more than it took
            }
            pass(random.nextLong(130_000));
            drain(
                    instances,
                    check.withCost(Math.max(1, check.numbers().limits().get(0).capacity() / 100)));
        }
        instances.forEach(LeasingStore::close);

        assertThat(leased).as("permits out of leases").isGreaterThan(20);
        long count = Limit.valueOf(limit).count();
        if (algorithm == Algorithm.FIXED_WINDOW) {
            assertWindows(count, period);
        } else {
            assertStretches(count, period);
        }
    }

    /** As if each permit had been charged by itself. */
    @Test
    void givesBackWhatHasNotComeBackByItself() throws StoreFailureException {
        RateLimitPolicy policy =
                RateLimitPolicy.of("given-back", Quota.of("100/1s")).withLease(45);
        ResolvedCheck check = ResolvedChecks.of(policy, "ana", 1);
        RateLimitStore redis = TIME.redis().store();
        LeasingStore leases = new LeasingStore(redis, () -> 1, Duration.ofDays(1), () -> 0);
        pass(0);
        List<ChargedDecision> decisions = new ArrayList<>();
        for (int i = 0; i < 45; i++) {
            decisions.add(leases.decide(List.of(check), true));
        }
        pass(400_000); // 40 have come back
        redis.decide(List.of(check.withCost(40)), true);
        decisions.forEach(decision -> leases.refund(decision.takeCharges()));

        assertThat(redis.decide(List.of(check), false)
                        .results()
                        .get(0)
                        .usages()
                        .get(0)
                        .remaining())
                .isEqualTo(90 - 40);
        leases.close();
    }

    /** All take what they can get at this moment. */
    private void drain(List<LeasingStore> instances, ResolvedCheck check) throws StoreFailureException {
        longestWay = 0;
        List<LeasingStore> left = new ArrayList<>(instances);
        while (!left.isEmpty()) {
            for (LeasingStore instance : instances) {
                if (!take(instance, check)) {
                    left.remove(instance);
                }
            }
        }
    }

    private List<LeasingStore> instances(Random random) {
        List<LeasingStore> instances = new ArrayList<>();
        for (int i = 0; i < INSTANCES; i++) {
            long offset = random.nextLong();
            instances.add(new LeasingStore(
                    new SlowWay(random), () -> INSTANCES, Duration.ofDays(1), () -> now * 1_000 + offset));
        }
        return instances;
    }

    private boolean take(RateLimitStore store, ResolvedCheck check) throws StoreFailureException {
        ChargedDecision decision = store.decide(List.of(check), true);
        Result result = decision.results().get(0);
        if (decision.isAllowed()) {
            boolean isLeased = result.basis() == Basis.LEASE;
            passed.add(new Passed(isLeased ? now : decidedAt, check.cost()));
            leased += isLeased ? 1 : 0;
        }
        return decision.isAllowed();
    }

    private void pass(long micros) throws StoreFailureException {
        now += micros;
        TIME.set(now);
    }

    private void assertWindows(long count, long period) {
        for (long end : windowEnds) {
            assertThat(passed.stream()
                            .filter(each -> each.at() >= end - period && each.at() < end)
                            .mapToLong(Passed::permits)
                            .sum())
                    .isLessThanOrEqualTo(count);
        }
    }

    private void assertStretches(long count, long period) {
        for (int first = 0; first < passed.size(); first++) {
            long permits = 0;
            for (int last = first; last < passed.size(); last++) {
                permits += passed.get(last).permits();
                long stretch = passed.get(last).at() - passed.get(first).at();
                double most = count + (double) count * stretch / period + 1e-6;
                assertThat((double) permits).as("within %d µs", stretch).isLessThanOrEqualTo(most);
            }
        }
    }

    /** Redis, some way off: time passes before it runs a call, and before its answer is there. */
    private final class SlowWay extends StoreAround {

        private final Random random;

        SlowWay(Random random) {
            super(TIME.redis().store());
            this.random = random;
        }

        @Override
        public ChargedDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget budget)
                throws StoreFailureException {
            pass(longestWay == 0 ? 0 : random.nextLong(longestWay));
            ChargedDecision decision = store.decide(checks, take, budget);
            decidedAt = now;
            if (decision.isAllowed()) {
                windowEnds.add(now
                        + decision.results().get(0).usages().get(0).resetAfter().toNanos() / 1_000);
            }
            pass(longestWay == 0 ? 0 : random.nextLong(longestWay));
            return decision;
        }
    }
}
