package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.denial.DenialCache;
import io.github.ratelimit.internal.lease.LeasingStore;
import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.FailurePolicyStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import io.github.ratelimit.testing.Load;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Permits that an instance takes at once, on a real Redis; the holder's clock stands still unless a test moves it. */
@Timeout(120)
class LeaseTests {

    private static final TestRedis REDIS = TestRedis.shared();
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 50_000_000); // overflows soon
    private final WatchedStore watched = new WatchedStore();
    private final LeasingStore leases = new LeasingStore(watched, () -> 1, TestRedis.GENEROUS, nanos::get);

    /** Refills a permit in 8.64 s: none while a test runs fast, and a few at most on a slow machine. */
    private final RateLimitPolicy policy = RateLimitPolicy.of("p" + NAMES.incrementAndGet(), Quota.of("10000/1d"))
            .withLease(50);

    private final ResolvedCheck ana = ResolvedChecks.of(policy, "ana", 1);

    @AfterEach
    void closeLeases() {
        leases.close();
    }

    @AfterAll
    static void close() {
        REDIS.close();
    }

    private ChargedDecision take(ResolvedCheck... checks) throws StoreFailureException {
        return leases.decide(List.of(checks), true);
    }

    private static Result only(ChargedDecision decision) {
        return decision.results().get(0);
    }

    /** As Redis sees it: what is leased and not spent is missing too. */
    private static long missing(ResolvedCheck check) throws StoreFailureException {
        ChargedDecision decision = REDIS.store().decide(List.of(check.withCost(0)), false);
        return only(decision).usages().get(0).capacity()
                - only(decision).usages().get(0).remaining();
    }

    private static void awaitMissing(ResolvedCheck check, long permits) {
        Awaitility.await()
                .atMost(TestRedis.GENEROUS)
                .untilAsserted(() -> assertThat(missing(check)).isEqualTo(permits));
    }

    @Test
    void asksOnceForAllPermitsOfALease() throws StoreFailureException {
        assertThat(only(take(ana)).basis()).isEqualTo(Basis.STORE);
        for (int i = 0; i < 49; i++) {
            assertThat(only(take(ana)).basis()).isEqualTo(Basis.LEASE);
        }
        assertThat(watched.asked()).isEqualTo(1);
        assertThat(only(take(ana)).basis()).isEqualTo(Basis.STORE);
        assertThat(missing(ana)).isEqualTo(100);
    }

    @Test
    void tellsWhatIsLeftAsFarAsItKnows() throws StoreFailureException {
        long capacity = ana.numbers().limits().get(0).capacity();
        assertThat(only(take(ana)).usages().get(0).remaining()).isEqualTo(capacity - 1);
        Result second = only(take(ana));

        assertThat(second.usages()).singleElement().satisfies(usage -> {
            assertThat(usage.capacity()).isEqualTo(capacity);
            assertThat(usage.remaining()).isEqualTo(capacity - 2);
        });
        assertThat(second.outcome()).isEqualTo(Outcome.ALLOWED);
    }

    @Test
    void givesBackWhatIsNotSpentInTime() throws StoreFailureException {
        take(ana);
        take(ana.withCost(4));
        assertThat(missing(ana)).isEqualTo(50);

        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(100) - 1);
        assertThat(only(take(ana)).basis()).isEqualTo(Basis.LEASE);
        nanos.addAndGet(1);
        awaitMissing(ana, 6);
        assertThat(only(take(ana)).basis()).isEqualTo(Basis.STORE);
    }

    @Test
    void givesBackWhatIsNotSpentAtTheEnd() throws StoreFailureException {
        take(ana);
        leases.close();

        awaitMissing(ana, 1);
        assertThat(only(take(ana)).basis()).isEqualTo(Basis.STORE);
        awaitMissing(ana, 2);
    }

    @Test
    void givesBackWhatIsTakenWhileItEnds() throws Exception {
        watched.holdsAnswers = true;
        Thread renewing = new Thread(() -> takeQuietly(ana));
        renewing.start();
        Awaitility.await().until(() -> watched.asked() == 1);
        leases.close();
        watched.release();
        renewing.join();

        awaitMissing(ana, 1);
    }

    @Test
    void takesNoMoreThanItsPartOfWhatIsLeft() throws StoreFailureException {
        RateLimitPolicy small = RateLimitPolicy.of("small" + NAMES.incrementAndGet(), Quota.of("41/1d"))
                .withLease(50);
        ResolvedCheck check = ResolvedChecks.of(small, "ana", 1); // 40, as a permit is kept for leases
        LeasingStore ofFive = new LeasingStore(watched, () -> 5, TestRedis.GENEROUS, nanos::get);

        ofFive.decide(List.of(check), true);
        assertThat(missing(check)).isEqualTo(4);
        ofFive.close();
    }

    @Test
    void takesACostThatTheLeaseHasNoRoomForByItself() throws StoreFailureException {
        take(ana);
        assertThat(only(take(ana.withCost(51))).basis()).isEqualTo(Basis.STORE);
        assertThat(missing(ana)).isEqualTo(101);
        assertThat(only(take(ana)).basis()).isEqualTo(Basis.LEASE);
        assertThat(only(take(ana.withCost(0))).basis()).isEqualTo(Basis.STORE);
    }

    @Test
    void isOfOneKeyAndOneVersionOfThePolicy() throws StoreFailureException {
        take(ana);
        ResolvedCheck bob = ResolvedChecks.of(policy, "bob", 1);
        ResolvedCheck changed = new ResolvedCheck(
                ana.active(), ResolvedChecks.of(policy, "ana", 1).numbers(), ana.key(), 1);

        assertThat(only(take(bob)).basis()).isEqualTo(Basis.STORE);
        assertThat(only(take(changed)).basis()).isEqualTo(Basis.STORE);
        awaitMissing(ana, 51); // the old version's rest is back
    }

    @Test
    void doesNotStandInForAPeek() throws StoreFailureException {
        take(ana);
        ChargedDecision peeked = leases.decide(List.of(ana), false);

        assertThat(only(peeked).basis()).isEqualTo(Basis.STORE);
        assertThat(only(peeked).usages().get(0).remaining())
                .isEqualTo(ana.numbers().limits().get(0).capacity() - 50);
    }

    @Test
    void givesBackAPermitOfARequestOnce() throws StoreFailureException {
        take(ana);
        ChargedDecision leased = take(ana);
        List<Charge> charges = leased.takeCharges();
        assertThat(charges)
                .singleElement()
                .satisfies(charge -> assertThat(charge.check().cost()).isEqualTo(1));
        leases.refund(charges);

        awaitMissing(ana, 49);
        assertThat(leased.takeCharges()).isEmpty();
    }

    @Test
    void hasAReceiptForTheCostOfWhoRenewed() throws StoreFailureException {
        leases.refund(take(ana).takeCharges());
        awaitMissing(ana, 49);
    }

    @Test
    void endsWithAReset() throws StoreFailureException {
        take(ana);
        leases.reset(List.of(ana));

        assertThat(missing(ana)).isZero();
        assertThat(only(take(ana)).basis()).isEqualTo(Basis.STORE);
        assertThat(missing(ana)).isEqualTo(50);
    }

    @Test
    void isPutBackWhenAnotherCheckRefuses() throws StoreFailureException {
        ResolvedCheck once =
                ResolvedChecks.of(RateLimitPolicy.of("once" + NAMES.incrementAndGet(), Quota.of("1/1d")), "ana", 1);
        assertThat(take(ana, once).isAllowed()).isTrue();
        assertThat(missing(ana)).isEqualTo(50);

        for (int i = 0; i < 100; i++) {
            ChargedDecision refused = take(ana, once);
            assertThat(refused.isAllowed()).isFalse();
            assertThat(refused.results()).extracting(Result::outcome).containsExactly(Outcome.ALLOWED, Outcome.REFUSED);
            assertThat(refused.takeCharges()).isEmpty();
        }
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
        awaitMissing(ana, 1);
    }

    @Test
    void isGivenBackWhenAnotherCheckRefusesAfterItsEnd() throws Exception {
        ResolvedCheck once =
                ResolvedChecks.of(RateLimitPolicy.of("once" + NAMES.incrementAndGet(), Quota.of("1/1d")), "ana", 1);
        take(ana, once);
        watched.holdsAnswers = true;
        Thread refused = new Thread(() -> takeQuietly(ana, once));
        refused.start();
        Awaitility.await().until(() -> watched.asked() == 2);
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
        awaitMissing(ana, 2);
        watched.release();
        refused.join();

        awaitMissing(ana, 1);
    }

    @Test
    void goesTogetherWithOtherChecks() throws StoreFailureException {
        ResolvedCheck other =
                ResolvedChecks.of(RateLimitPolicy.of("other" + NAMES.incrementAndGet(), Quota.of("100/1d")), "ana", 1);
        take(ana, other);
        ChargedDecision decision = take(other, ana);

        assertThat(decision.results()).extracting(Result::basis).containsExactly(Basis.STORE, Basis.LEASE);
        assertThat(decision.takeCharges())
                .extracting(charge -> charge.check().active().name())
                .containsExactlyInAnyOrder(policy.name(), other.active().name());
        assertThat(missing(other)).isEqualTo(2);
        assertThat(missing(ana)).isEqualTo(50);
    }

    @Test
    void letsTheDenialCacheKnowWhatTheOtherCheckRefuses() throws StoreFailureException {
        ResolvedCheck once =
                ResolvedChecks.of(RateLimitPolicy.of("once" + NAMES.incrementAndGet(), Quota.of("1/1d")), "ana", 1);
        DenialCache cache = new DenialCache(leases, REDIS.store(), nanos::get);
        cache.decide(List.of(ana, once), true);
        cache.decide(List.of(ana, once), true);
        int asked = watched.asked();

        assertThat(only(cache.decide(List.of(ana, once), true)).basis()).isEqualTo(Basis.DENIAL_CACHE);
        assertThat(watched.asked()).isEqualTo(asked);
    }

    /** Of all that is there everything passes, and no permit more, whoever holds what meanwhile. */
    @Test
    void ofManyCallersOnThreeInstancesTakesEachPermitOnce() throws Exception {
        RateLimitPolicy window = RateLimitPolicy.of("window" + NAMES.incrementAndGet(), Quota.of("20000/1d"))
                .withAlgorithm(Algorithm.FIXED_WINDOW)
                .withLease(50);
        ResolvedCheck check = ResolvedChecks.of(window, "ana", 1);
        List<LeasingStore> instances = IntStream.range(0, 3)
                .mapToObj(i -> new LeasingStore(REDIS.store(), () -> 3, TestRedis.GENEROUS, System::nanoTime))
                .toList();
        AtomicLong passed = new AtomicLong();
        try (Load load = Load.start(30, Duration.ZERO, caller -> () -> {
            boolean allowed =
                    instances.get(caller % 3).decide(List.of(check), true).isAllowed();
            passed.addAndGet(allowed ? 1 : 0);
            return allowed ? "allowed" : "refused";
        })) {
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> passed.get() >= 20_000);
            assertThat(load.stop().labels()).containsOnlyKeys("allowed", "refused");
        }
        instances.forEach(LeasingStore::close);
        assertThat(passed).hasValue(20_000);
        assertThat(missing(check)).isEqualTo(20_000);
    }

    @Test
    void isRenewedByOneForAllWhoWait() throws Exception {
        watched.holdsAnswers = true;
        try (Load load = Load.start(20, Duration.ZERO, oncePerCaller())) {
            Awaitility.await().until(() -> watched.asked() == 1);
            TimeUnit.MILLISECONDS.sleep(100); // the others are waiting, or will be told the same
            watched.release();
            Awaitility.await().until(() -> load.calls().all().size() >= 20);
            load.stop();
        }
        assertThat(watched.asked()).isEqualTo(1);
        assertThat(missing(ana)).isEqualTo(50);
    }

    @Test
    void isLargerByWhatCallersWaitForAsItIsRenewed() throws Exception {
        watched.holdsAnswers = true;
        try (Load load = Load.start(70, Duration.ZERO, oncePerCaller())) {
            Awaitility.await().until(() -> watched.asked() == 1);
            TimeUnit.MILLISECONDS.sleep(200); // the others wait: for 20 of them the first lease has nothing
            watched.release();
            Awaitility.await().until(() -> load.calls().all().size() >= 70);
            load.stop();
        }
        assertThat(watched.asked()).isEqualTo(2);
        assertThat(missing(ana)).isGreaterThan(50 + 50).isLessThanOrEqualTo(50 + 50 + 69);
    }

    private IntFunction<Callable<String>> oncePerCaller() {
        return caller -> {
            AtomicBoolean done = new AtomicBoolean();
            return () -> {
                if (!done.compareAndSet(false, true)) {
                    TimeUnit.DAYS.sleep(1);
                }
                return only(take(ana)).basis().name();
            };
        };
    }

    @Test
    void isAskedForByEachWhoWaitsWhenTheRenewalFails() throws Exception {
        RateLimitPolicy closed = policy.withOnStoreFailure(OnStoreFailure.CLOSED);
        ResolvedCheck check = ResolvedChecks.of(closed, "ana", 1);
        watched.fails = true;
        LeasingStore failing = new LeasingStore(
                new FailurePolicyStore(watched, new LocalStore(10, LocalClock.SYSTEM), () -> 1, System::nanoTime),
                () -> 1,
                TestRedis.GENEROUS,
                System::nanoTime);
        try (Load load = Load.start(
                10,
                Duration.ofMillis(1),
                () -> failing.decide(List.of(check), true).outcome().name())) {
            Awaitility.await().until(() -> load.calls().all().size() > 100);
            assertThat(load.stop().labels()).containsOnlyKeys("UNAVAILABLE");
        }
        watched.fails = false;
        assertThat(failing.decide(List.of(check), true).isAllowed()).isTrue();
        assertThat(only(failing.decide(List.of(check), true)).basis()).isIn(Basis.LEASE, Basis.STORE);
        failing.close();
    }

    @Test
    void isRenewedByTheNextWhenAnErrorEndsADecision() throws StoreFailureException {
        AtomicBoolean breaks = new AtomicBoolean();
        LeasingStore breaking = new LeasingStore(watched, () -> 1, TestRedis.GENEROUS, () -> {
            if (breaks.getAndSet(false)) {
                throw new AssertionError("as the test wishes");
            }
            return nanos.get();
        });
        ResolvedCheck bob = ResolvedChecks.of(policy, "bob", 1);
        breaking.decide(List.of(ana), true);
        breaks.set(true); // bob's lease is to be renewed when the clock is asked for ana's
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> breaking.decide(List.of(bob, ana), true));

        breaking.decide(List.of(bob), true);
        assertThat(only(breaking.decide(List.of(bob), true)).basis()).isEqualTo(Basis.LEASE);
        breaking.close();
    }

    @Test
    void goesOnForItsLifeWhileTheStoreFails() throws StoreFailureException {
        take(ana);
        watched.fails = true;
        assertThat(only(take(ana)).basis()).isEqualTo(Basis.LEASE);
        watched.fails = false;
    }

    @Test
    void doesNotHoldUpWhoIsInterrupted() throws Exception {
        watched.holdsAnswers = true;
        Thread renewing = new Thread(() -> takeQuietly(ana));
        renewing.start();
        Awaitility.await().until(() -> watched.asked() == 1);
        AtomicBoolean flag = new AtomicBoolean();
        Thread waiting = new Thread(() -> {
            takeQuietly(ana);
            flag.set(Thread.currentThread().isInterrupted());
        });
        waiting.start();
        Awaitility.await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        waiting.interrupt();
        Awaitility.await().until(() -> watched.asked() == 2);
        watched.release();
        renewing.join();
        waiting.join();
        assertThat(flag).isTrue();
    }

    private void takeQuietly(ResolvedCheck... checks) {
        try {
            take(checks);
        } catch (StoreFailureException interrupted) {
            // by the store, which does not wait either
        }
    }

    @Test
    void holdsABoundedNumberOfKeys() throws StoreFailureException {
        LeasingStore many =
                new LeasingStore(new LocalStore(100_000, LocalClock.SYSTEM), () -> 1, TestRedis.GENEROUS, nanos::get);
        for (int i = 0; i < 20_000; i++) {
            assertThat(many.decide(List.of(ResolvedChecks.of(policy, "k" + i, 1)), true)
                            .isAllowed())
                    .isTrue();
        }
        assertThat(many)
                .extracting("budgets")
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .hasSizeLessThanOrEqualTo(10_000);
        many.close();
    }

    /** Redis behind a counter, which can hold answers back or fail. */
    private static final class WatchedStore extends StoreAround {

        private final AtomicInteger asked = new AtomicInteger();
        private final CountDownLatch released = new CountDownLatch(1);
        private volatile boolean holdsAnswers;
        private volatile boolean fails;

        WatchedStore() {
            super(REDIS.store());
        }

        int asked() {
            return asked.get();
        }

        void release() {
            released.countDown();
        }

        @Override
        public ChargedDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget budget)
                throws StoreFailureException {
            asked.incrementAndGet();
            if (fails) {
                throw new StoreFailureException("as the test wishes");
            }
            ChargedDecision decision = store.decide(checks, take, budget);
            if (holdsAnswers) {
                boolean interrupted = Thread.interrupted();
                try {
                    released.await();
                } catch (InterruptedException stop) {
                    interrupted = true;
                }
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
            return decision;
        }
    }
}
