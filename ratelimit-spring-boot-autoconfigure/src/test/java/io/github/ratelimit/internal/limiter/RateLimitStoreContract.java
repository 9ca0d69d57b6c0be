package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What every store does beyond {@link OneKeyContract} and {@link BlockContract}: when numbers or clocks change, with refunds, with two checks. */
public abstract class RateLimitStoreContract extends BlockContract {

    private void refund(ChargedDecision decision) {
        ResolvedChecks.limiter(store(), ResolvedChecks.resolver()).refund(decision);
    }

    private ResolvedCheck onPlan(RateLimitPolicy policy, String plan, long cost) {
        return ResolvedChecks.onPlan(policy, plan, key, cost);
    }

    @ParameterizedTest
    @CsvSource({
        // left of twenty a second after ten were used; nineteen fit a leaky bucket
        "TOKEN_BUCKET,   10",
        "FIXED_WINDOW,   10",
        "SLIDING_WINDOW, 10",
        "SLIDING_LOG,    10",
        "LEAKY_BUCKET,   9",
    })
    void raisedLimitFreesAtOnceAndKeepsWhatWasUsed(Algorithm algorithm, long left) throws StoreFailureException {
        take(ten(algorithm), 10);

        assertThat(left(policy(algorithm, "20/1s"))).isEqualTo(left);
        assertThat(take(policy(algorithm, "20/1s"), left).isAllowed()).isTrue();
        assertThat(take(policy(algorithm, "20/1s"), 1).isAllowed()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        // wait for one permit, for all, of five a second
        "TOKEN_BUCKET,   200,  1000",
        "FIXED_WINDOW,   1000, 1000",
        "SLIDING_WINDOW, 1350, 1750",
        "SLIDING_LOG,    1000, 1000",
        "LEAKY_BUCKET,   200,  1000",
    })
    void loweredLimitWaitsNoLongerThanForAFullOne(Algorithm algorithm, long forOne, long forAll)
            throws StoreFailureException {
        take(ten(algorithm), 10);
        RateLimitPolicy five = policy(algorithm, "5/1s");

        assertThat(left(five)).isZero();
        assertThat(waitMillis(take(five, 1))).isEqualTo(forOne);
        assertThat(waitMillis(take(five, 5))).isEqualTo(forAll);
        pass(forOne);
        assertThat(take(five, 1).isAllowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void otherPlanKeepsWhatWasUsed(Algorithm algorithm) throws StoreFailureException {
        RateLimitPolicy partner =
                ten(algorithm).withPlans(null, Map.of("basic", Quota.of("10/1s"), "pro", Quota.of("30/1s")), "basic");
        decide(true, onPlan(partner, "basic", 10));
        assertThat(decide(true, onPlan(partner, "basic", 1)).isAllowed()).isFalse();

        long capacity = onPlan(partner, "pro", 0).numbers().limits().get(0).capacity();
        assertThat(decide(true, onPlan(partner, "pro", capacity - 10)).isAllowed())
                .isTrue();
        assertThat(decide(true, onPlan(partner, "pro", 1)).isAllowed()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        // left of ten a minute after six of ten a second were used, and the wait for five more
        "TOKEN_BUCKET,   4, 6000",
        "FIXED_WINDOW,   4, 1000", // the window that counts keeps its end
        "SLIDING_WINDOW, 4, 69750", // they count in the minute that holds now: its end is 59.75 s away
        "SLIDING_LOG,    4, 60000",
    })
    void otherDurationKeepsWhatWasUsed(Algorithm algorithm, long left, long wait) throws StoreFailureException {
        take(ten(algorithm), 6);
        RateLimitPolicy slower = policy(algorithm, "10/1m");

        assertThat(left(slower)).isEqualTo(left);
        assertThat(waitMillis(take(slower, 5))).isEqualTo(wait);
        pass(wait);
        assertThat(take(slower, 5).isAllowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void stateOfAnotherAlgorithmIsAbsentAndOverwritten(Algorithm algorithm) throws StoreFailureException {
        for (Algorithm other : Algorithm.values()) {
            store().reset(List.of(ResolvedChecks.of(ten(other), key, 1)));
            take(ten(other), 10);

            assertThat(take(ten(algorithm), 10).isAllowed()).isEqualTo(other != algorithm);
            assertThat(take(ten(algorithm), 1).isAllowed()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        // wait after the clock went back ten seconds
        "TOKEN_BUCKET,   100",
        "FIXED_WINDOW,   1000",
        "SLIDING_WINDOW, 850",
        "SLIDING_LOG,    11000",
        "LEAKY_BUCKET,   100",
    })
    void clockThatWentBackGivesNothingAndTheWaitHolds(Algorithm algorithm, long wait) throws StoreFailureException {
        take(ten(algorithm), 10);
        pass(-10_000);

        assertThat(left(ten(algorithm))).isZero();
        assertThat(waitMillis(take(ten(algorithm), 1))).isEqualTo(wait);
        setTime(now + wait * MILLI - 1);
        assertThat(take(ten(algorithm), 1).isAllowed()).isFalse();
        pass(wait);
        assertThat(take(ten(algorithm), 1).isAllowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
    void clockThatWentBackIsNotedByTheNextTakeButNotByAPeek(Algorithm algorithm) throws StoreFailureException {
        take(ten(algorithm), 10);
        pass(-10_000);
        decide(false, ResolvedChecks.of(ten(algorithm), key, 1));
        pass(10_000);
        assertThat(left(ten(algorithm))).isZero();

        for (long cost : new long[] {0, 1}) { // passes, is refused
            take(ten(algorithm), left(ten(algorithm)));
            pass(-10_000);
            take(ten(algorithm), cost);
            pass(10_000);
            assertThat(left(ten(algorithm))).isEqualTo(10);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void refundGivesBackOnce(Algorithm algorithm) throws StoreFailureException {
        ChargedDecision first = take(ten(algorithm), 3);
        pass(1);
        take(ten(algorithm), 7);

        refund(first);
        assertThat(take(ten(algorithm), 3).isAllowed()).isTrue();
        refund(first);
        assertThat(take(ten(algorithm), 1).isAllowed()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void refundOfWhatCountsNoMoreGivesNothing(Algorithm algorithm) throws StoreFailureException {
        ChargedDecision first = take(ten(algorithm), 3);
        pass(2_000);
        take(ten(algorithm), 10);

        refund(first);
        assertThat(take(ten(algorithm), 1).isAllowed()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = "LEAKY_BUCKET")
    void turnsAreNeverGivenBack(Algorithm algorithm) throws StoreFailureException {
        ChargedDecision first = take(ten(algorithm), 3);
        ChargedDecision second = take(ten(algorithm), 4);

        refund(first);
        refund(second);
        assertThat(second.delay().toMillis()).isEqualTo(300);
        assertThat(left(ten(algorithm))).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void refundOfARefusalGivesNothing(Algorithm algorithm) throws StoreFailureException {
        take(ten(algorithm), 10);
        ChargedDecision refused = take(ten(algorithm), 3);

        refund(refused);
        assertThat(left(ten(algorithm))).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void twoChecksPassTogetherOrNotAtAll(Algorithm algorithm) throws StoreFailureException {
        ResolvedCheck phone = ResolvedChecks.of(ten(algorithm), key, 6);
        ResolvedCheck budget = ResolvedChecks.of(ten(algorithm), key + "all", 1);

        assertThat(decide(true, budget, phone).isAllowed()).isTrue();
        ChargedDecision second = decide(true, budget, phone);
        assertThat(second.isAllowed()).isFalse();
        assertThat(second.results()).extracting(Result::outcome).containsExactly(Outcome.ALLOWED, Outcome.REFUSED);
        assertThat(second.retryAfter().map(Object.class::cast))
                .contains(second.results().get(1).retryAfter());
        assertThat(decide(false, budget).results().get(0).usages().get(0).remaining())
                .isEqualTo(9);
    }

    @ParameterizedTest
    @EnumSource
    void watchedCheckRefusesNobodyAndIsNotChargedWhenItDoesNotFit(Algorithm algorithm) throws StoreFailureException {
        RateLimitPolicy watched = ten(algorithm).withEnforce(false);
        ResolvedCheck budget = ResolvedChecks.of(ten(algorithm), key + "all", 1);
        take(watched, 6);

        ChargedDecision decision = decide(true, ResolvedChecks.of(watched, key, 6), budget);
        assertThat(decision.isAllowed()).isTrue();
        assertThat(decision.delay()).isZero();
        assertThat(decision.results()).extracting(Result::outcome).containsExactly(Outcome.REFUSED, Outcome.ALLOWED);
        assertThat(left(watched)).isEqualTo(4);
        assertThat(decide(false, budget).results().get(0).usages().get(0).remaining())
                .isEqualTo(9);
    }
}
