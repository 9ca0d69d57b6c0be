package io.github.ratelimit.internal.denial;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DenialCacheTests {

    private static final RateLimitPolicy API = RateLimitPolicy.of("api", Quota.of("10/1h"));
    private static final ResolvedCheck ANA = ResolvedChecks.of(API, "ana", 1);
    private static final ResolvedCheck TEN_A_SECOND =
            ResolvedChecks.of(RateLimitPolicy.of("quick", Quota.of("10/1s")), "ana", 1);

    private final WatchedStore store = new WatchedStore();

    private ChargedDecision take(ResolvedCheck... checks) {
        return decide(true, checks);
    }

    private ChargedDecision decide(boolean take, ResolvedCheck... checks) {
        try {
            return store.cache.decide(List.of(checks), take);
        } catch (StoreFailureException failure) {
            throw new AssertionError(failure);
        }
    }

    /** All permits of a check's budget are gone, and the store was asked this often by then. */
    private int emptied(ResolvedCheck check) {
        take(check.withCost(check.numbers().limits().get(0).capacity()));
        return store.asked();
    }

    private static Basis basis(RateLimitDecision decision) {
        return decision.results().get(0).basis();
    }

    @Nested
    class RemembersARefusal {

        @ParameterizedTest
        @EnumSource
        void ofEveryAlgorithmUntilItsWaitEnds(Algorithm algorithm) {
            ResolvedCheck check = ResolvedChecks.of(
                    RateLimitPolicy.of("quick", Quota.of("10/1s"))
                            .withAlgorithm(algorithm)
                            .withMaxDelay(algorithm == Algorithm.LEAKY_BUCKET ? Duration.ofMillis(900) : Duration.ZERO),
                    "ana",
                    1);
            emptied(check);
            Duration wait = take(check).retryAfter().orElseThrow();
            int asked = store.asked();

            long left = Math.min(wait.toNanos(), 1_000_000_000) - 1;
            for (long step = left / 100; left > 0; left -= step) {
                assertThat(take(check).isAllowed()).isFalse();
                store.passNanos(Math.min(step, left));
            }
            assertThat(take(check).isAllowed()).isFalse();
            assertThat(store.asked()).isEqualTo(asked);
            store.passNanos(1);
            assertThat(take(check).isAllowed()).isEqualTo(wait.toNanos() <= 1_000_000_000);
            assertThat(store.asked()).isEqualTo(asked + 1);
        }

        @Test
        void andAsksTheStoreOnceASecond() {
            int before = emptied(ANA);
            for (int i = 0; i < 10_000; i++) {
                assertThat(take(ANA).isAllowed()).isFalse();
                store.passMillis(1);
            }
            assertThat(store.asked()).isEqualTo(before + 10);
        }

        @Test
        void thatCanNeverPassForASecondAtATime() {
            ResolvedCheck tooMuch = ANA.withCost(11);
            for (int i = 0; i < 2_000; i++) {
                assertThat(take(tooMuch).retryAfter()).isEmpty();
                store.passMillis(1);
            }
            assertThat(store.asked()).isEqualTo(2);
        }

        @Test
        void andSaysSo() {
            emptied(ANA);
            assertThat(basis(take(ANA))).isEqualTo(Basis.STORE);
            assertThat(basis(take(ANA))).isEqualTo(Basis.DENIAL_CACHE);
        }

        @Test
        void andCountsItsTimesDown() {
            emptied(ANA);
            Result first = take(ANA).results().get(0);
            store.passMillis(400);
            take(ANA);
            store.passMillis(500);
            RateLimitDecision later = take(ANA);

            Duration passed = Duration.ofMillis(900);
            assertThat(basis(later)).isEqualTo(Basis.DENIAL_CACHE);
            assertThat(later.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(later.retryAfter()).contains(Duration.ofMinutes(6).minus(passed));
            assertThat(later.results().get(0).usages().get(0).retryAfter())
                    .isEqualTo(Duration.ofMinutes(6).minus(passed));
            assertThat(later.results().get(0).usages().get(0).resetAfter())
                    .isEqualTo(first.usages().get(0).resetAfter().minus(passed));
            assertThat(later.results().get(0).usages().get(0).timeToFull())
                    .isEqualTo(first.usages().get(0).timeToFull());
        }

        @Test
        void andNeverTellsAWaitThatIsTooShort() {
            emptied(TEN_A_SECOND);
            take(TEN_A_SECOND);
            for (int i = 0; i < 99; i++) {
                store.passNanos(1_000_001);
                Duration wait = take(TEN_A_SECOND).retryAfter().orElseThrow();
                assertThat(wait).isGreaterThanOrEqualTo(Duration.ofNanos(100_000_000 - (i + 1) * 1_000_001L));
            }
            assertThat(store.asked()).isEqualTo(2);
        }

        @Test
        void ofAllChecksOfTheListUntilTheLongestWaitEnds() {
            ResolvedCheck slow = ResolvedChecks.of(RateLimitPolicy.of("slow", Quota.of("2/1s")), "ana", 1);
            emptied(TEN_A_SECOND);
            int before = emptied(slow);
            for (int i = 0; i < 500; i++) {
                assertThat(take(TEN_A_SECOND, slow).isAllowed()).isFalse();
                store.passMillis(1);
            }
            assertThat(store.asked()).isEqualTo(before + 1);
            assertThat(take(TEN_A_SECOND, slow).isAllowed()).isTrue();
        }

        @Test
        void besideACheckThatWatchesAndHasRoom() {
            ResolvedCheck watching = ResolvedChecks.of(
                    RateLimitPolicy.of("watched", Quota.of("5/1h")).withEnforce(false), "ana", 1);
            emptied(ANA);
            take(ANA, watching);
            assertThat(basis(take(ANA, watching))).isEqualTo(Basis.DENIAL_CACHE);
        }
    }

    @Nested
    class AsksTheStore {

        @Test
        void forAnotherKeyCostOrOrderOrForMoreChecks() {
            ResolvedCheck bob = ResolvedChecks.of(API, "bob", 1);
            emptied(ANA);
            emptied(bob);
            take(ANA);
            take(ANA, bob);
            int before = store.asked();

            take(bob);
            take(ANA.withCost(2));
            take(bob, ANA);
            take(ANA, bob, TEN_A_SECOND);
            assertThat(store.asked()).isEqualTo(before + 4);
        }

        @Test
        void whenOtherNumbersHaveComeIntoEffect() {
            emptied(ANA);
            take(ANA);
            ResolvedCheck raised = ResolvedChecks.of(RateLimitPolicy.of("api", Quota.of("20/1h")), "ana", 1);
            assertThat(take(raised).isAllowed()).isTrue();
        }

        @Test
        void toPeek() {
            emptied(ANA);
            take(ANA);
            assertThat(basis(decide(false, ANA))).isEqualTo(Basis.STORE);
        }

        @Test
        void whatACheckThatWatchesFinds() {
            ResolvedCheck watching = ResolvedChecks.of(
                    RateLimitPolicy.of("watched", Quota.of("5/1h")).withEnforce(false), "ana", 1);
            emptied(watching);
            int before = emptied(ANA);
            for (int i = 0; i < 10; i++) {
                take(watching);
                assertThat(basis(take(watching, ANA))).isEqualTo(Basis.STORE);
            }
            assertThat(store.asked()).isEqualTo(before + 20);
        }

        @ParameterizedTest
        @EnumSource(names = {"LOCAL", "CLOSED"})
        void thatHasNotRefusedItself(Basis basis) {
            int before = emptied(ANA);
            store.basis = basis;
            take(ANA);
            take(ANA);
            assertThat(store.asked()).isEqualTo(before + 2);
        }
    }

    @Nested
    class SeesWhatComesBack {

        @Test
        void byAResetHereAtOnce() throws StoreFailureException {
            emptied(ANA);
            take(ANA, TEN_A_SECOND);
            store.cache.reset(List.of(ANA));
            assertThat(take(ANA, TEN_A_SECOND).isAllowed()).isTrue();
        }

        @Test
        void byARefundHereAtOnce() {
            ChargedDecision charged = take(ANA.withCost(10));
            take(ANA);
            store.cache.refund(charged.takeCharges());
            assertThat(take(ANA).isAllowed()).isTrue();
        }

        @Test
        void elsewhereWithinASecond() {
            emptied(ANA);
            take(ANA);
            store.reset(List.of(ANA));
            store.passMillis(999);
            assertThat(take(ANA).isAllowed()).isFalse();
            store.passMillis(1);
            assertThat(take(ANA).isAllowed()).isTrue();
            assertThat(take(ANA).isAllowed()).isTrue(); // nobody goes by what was refused before
        }

        @Test
        void whileARefusalIsOnItsWay() {
            emptied(ANA);
            store.onItsWayBack = () -> {
                store.onItsWayBack = () -> {};
                try {
                    store.cache.reset(List.of(ANA));
                } catch (StoreFailureException failure) {
                    throw new AssertionError(failure);
                }
            };
            assertThat(take(ANA).isAllowed()).isFalse();
            assertThat(take(ANA).isAllowed()).isTrue();
        }
    }

    @Nested
    class WhileOneCallerAsksAgain {

        /** What others are told while somebody is at the store, this long after the refusal. */
        private Basis toldOthersAfterMillis(long more) {
            Basis[] told = new Basis[1];
            emptied(ANA);
            take(ANA);
            store.passMillis(1_000);
            store.onItsWayBack = () -> {
                store.onItsWayBack = () -> {};
                store.passMillis(more);
                told[0] = basis(take(ANA));
            };
            take(ANA);
            return told[0];
        }

        @Test
        void othersAreRefusedFromMemory() {
            assertThat(toldOthersAfterMillis(0)).isEqualTo(Basis.DENIAL_CACHE);
            assertThat(store.asked()).isEqualTo(3);
        }

        @Test
        void othersAskTooWhenItTakesLong() {
            assertThat(toldOthersAfterMillis(49)).isEqualTo(Basis.DENIAL_CACHE);
            assertThat(toldOthersAfterMillis(50)).isEqualTo(Basis.STORE);
        }
    }

    @Nested
    class IsBounded {

        private int askedAgain(List<ResolvedCheck> checks) {
            checks.forEach(check -> take(check));
            int before = store.asked();
            checks.forEach(check -> take(check));
            return store.asked() - before;
        }

        private static List<ResolvedCheck> tooDear(int count, String key) {
            return IntStream.range(0, count)
                    .mapToObj(i -> ResolvedChecks.of(API, key + i, 11))
                    .toList();
        }

        @Test
        void keepsFifteenThousandRefusalsOfHashedKeys() {
            assertThat(askedAgain(tooDear(15_000, "x".repeat(60)))).isZero();
        }

        @Test
        void forgetsSomeOfMore() {
            assertThat(askedAgain(tooDear(40_000, "user"))).isGreaterThan(20_000);
        }

        @Test
        void keepsFewerOfLongKeys() {
            assertThat(askedAgain(tooDear(3_000, "x".repeat(10_000)))).isGreaterThan(1_400);
        }
    }

    @Test
    void keysOfEqualHashCodesAreToldApart() {
        ResolvedCheck one = ResolvedChecks.of(API, "AaAa", 11);
        ResolvedCheck other = new ResolvedCheck(one.active(), one.numbers(), "BBBB", 11);
        assertThat(List.of(one)).hasSameHashCodeAs(List.of(other));

        take(one);
        assertThat(basis(take(other))).isEqualTo(Basis.STORE);
        assertThat(take(one).results().get(0).key()).isEqualTo("AaAa");
    }
}
