package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What every store does with a key that its own limit refuses: out for a minute, then for five. */
abstract class BlockContract extends OneKeyContract {

    private static final long MINUTE = 60_000;

    private static RateLimitPolicy blocking(Algorithm algorithm) {
        return ten(algorithm).withBlock(List.of(Duration.ofMinutes(1), Duration.ofMinutes(5)));
    }

    private static RateLimitPolicy blocking() {
        return blocking(Algorithm.TOKEN_BUCKET);
    }

    private RateLimitDecision offend(RateLimitPolicy policy) throws StoreFailureException {
        assertThat(take(policy, 10).isAllowed()).isTrue();
        return take(policy, 1);
    }

    private static Duration blockedFor(RateLimitDecision decision) {
        return decision.results().get(0).blockedFor();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void refusedKeyStaysOutLongerEachTime(Algorithm algorithm) throws StoreFailureException {
        assertThat(waitMillis(offend(blocking(algorithm)))).isEqualTo(MINUTE);
        pass(MINUTE);
        assertThat(waitMillis(offend(blocking(algorithm)))).isEqualTo(5 * MINUTE);
        pass(5 * MINUTE);
        assertThat(waitMillis(offend(blocking(algorithm)))).isEqualTo(5 * MINUTE);
    }

    @Test
    void blockedKeyIsRefusedThoughItsLimitHasRoom() throws StoreFailureException {
        offend(blocking());
        pass(MINUTE - 1);

        Result result = take(blocking(), 1).results().get(0);
        assertThat(result.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(result.retryAfter()).isEqualTo(Duration.ofMillis(1));
        assertThat(result.blockedFor()).isEqualTo(Duration.ofMillis(1));
        assertThat(result.usages().get(0).remaining()).isEqualTo(10);
        pass(1);
        assertThat(blockedFor(take(blocking(), 1))).isZero();
    }

    @Test
    void blockIsForgottenAfterItsEndAndTheLastStep() throws StoreFailureException {
        offend(blocking());
        pass(MINUTE + 5 * MINUTE);

        assertThat(waitMillis(offend(blocking()))).isEqualTo(MINUTE);
    }

    @Test
    void blockIsRememberedUntilThen() throws StoreFailureException {
        offend(blocking());
        pass(MINUTE + 5 * MINUTE - 1);

        assertThat(waitMillis(offend(blocking()))).isEqualTo(5 * MINUTE);
    }

    @Test
    void refusalByAnotherCheckStartsNoBlock() throws StoreFailureException {
        ResolvedCheck full = ResolvedChecks.of(ten(Algorithm.TOKEN_BUCKET), key + "full", 11);

        assertThat(decide(true, ResolvedChecks.of(blocking(), key, 1), full).isAllowed())
                .isFalse();
        assertThat(take(blocking(), 10).isAllowed()).isTrue();
    }

    @Test
    void costThatNeverFitsStartsNoBlock() throws StoreFailureException {
        RateLimitDecision refused = take(blocking(), 11);

        assertThat(refused.retryAfter()).isEmpty();
        assertThat(blockedFor(refused)).isZero();
        assertThat(take(blocking(), 10).isAllowed()).isTrue();
    }

    @Test
    void peekTellsOfTheBlockThatATakeWouldStartAndStartsNone() throws StoreFailureException {
        take(blocking(), 10);

        RateLimitDecision peeked = decide(false, ResolvedChecks.of(blocking(), key, 1));
        assertThat(waitMillis(peeked)).isEqualTo(MINUTE);
        pass(100);
        assertThat(take(blocking(), 1).isAllowed()).isTrue();
    }

    @Test
    void refundEndsNoBlock() throws StoreFailureException {
        ChargedDecision first = take(blocking(), 10);
        take(blocking(), 1);
        ResolvedChecks.limiter(store(), ResolvedChecks.resolver()).refund(first);

        assertThat(left(blocking())).isEqualTo(10);
        assertThat(waitMillis(take(blocking(), 1))).isEqualTo(MINUTE);
    }

    @Test
    void resetEndsABlockAndForgetsIt() throws StoreFailureException {
        offend(blocking());
        store().reset(List.of(ResolvedChecks.of(blocking(), key, 1)));

        assertThat(waitMillis(offend(blocking()))).isEqualTo(MINUTE);
    }

    @Test
    void whatCostsNothingPassesAndTellsOfTheBlock() throws StoreFailureException {
        offend(blocking());

        RateLimitDecision free = take(blocking(), 0);
        assertThat(free.isAllowed()).isTrue();
        assertThat(blockedFor(free)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void watchedKeyIsBlockedInNameOnly() throws StoreFailureException {
        RateLimitPolicy watched = blocking().withEnforce(false);
        offend(watched);

        RateLimitDecision decision = take(watched, 1);
        assertThat(decision.isAllowed()).isTrue();
        assertThat(decision.results().get(0).outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(blockedFor(decision)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void shorterLadderEndsABlockSooner() throws StoreFailureException {
        offend(blocking());

        RateLimitPolicy milder = ten(Algorithm.TOKEN_BUCKET).withBlock(List.of(Duration.ofSeconds(5)));
        assertThat(waitMillis(take(milder, 1))).isEqualTo(5_000);
        pass(5_000);
        assertThat(take(milder, 1).isAllowed()).isTrue();
    }
}
