package io.github.ratelimit.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A cost above the share but within the limit: 30 permits an hour, of which each of three instances has 10. */
class DebtTests {

    private final TestClock clock = new TestClock();
    private final LocalStore store = new LocalStore(100, clock);

    private static ResolvedCheck share(Algorithm algorithm, long cost) {
        RateLimitPolicy policy = RateLimitPolicy.of("share", Quota.of("30/1h")).withAlgorithm(algorithm);
        return ResolvedChecks.share(policy, "ana", cost, 3);
    }

    private ChargedDecision take(Algorithm algorithm, long cost) {
        return store.decide(List.of(share(algorithm, cost)), true);
    }

    private void advance(Duration time) {
        clock.advance(time.toNanos() / 1_000);
    }

    @ParameterizedTest
    @EnumSource
    void passesWhenNothingElseIsUsed(Algorithm algorithm) {
        ChargedDecision decision = take(algorithm, 30);

        Result result = decision.results().get(0);
        boolean queueIsOne = algorithm == Algorithm.LEAKY_BUCKET;
        assertThat(decision.isAllowed()).isEqualTo(!queueIsOne);
        if (!queueIsOne) {
            assertThat(result.usages().get(0).remaining()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void isRefusedUntilAllIsThereAndPassesAtTheAnnouncedWait(Algorithm algorithm) {
        assertThat(take(algorithm, 1).isAllowed()).isTrue();
        ChargedDecision refused = take(algorithm, 25);
        assertThat(refused.isAllowed()).isFalse();
        Duration wait = refused.retryAfter().orElseThrow();

        advance(wait.minusNanos(1_000));
        assertThat(take(algorithm, 25).isAllowed()).isFalse();
        advance(Duration.ofNanos(1_000));
        assertThat(take(algorithm, 25).isAllowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void isPaidBeforeTheNextPermit(Algorithm algorithm) {
        take(algorithm, 30);
        Duration wait = take(algorithm, 1).retryAfter().orElseThrow();

        // What the share lets pass in that time is what was taken, but for a bucket's first permit.
        assertThat(wait).isBetween(Duration.ofMinutes(125), Duration.ofHours(3));
        advance(wait.minusNanos(1_000));
        assertThat(take(algorithm, 1).isAllowed()).isFalse();
        advance(Duration.ofNanos(1_000));
        assertThat(take(algorithm, 1).isAllowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void neverPassesAboveTheWholeLimit(Algorithm algorithm) {
        ChargedDecision decision = take(algorithm, 31);

        assertThat(decision.isAllowed()).isFalse();
        assertThat(decision.retryAfter()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void isForgivenWhenItsChargeIsGivenBack(Algorithm algorithm) {
        ChargedDecision decision = take(algorithm, 30);
        advance(Duration.ofSeconds(5));
        store.refund(decision.takeCharges());

        assertThat(take(algorithm, 10).isAllowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void isKeptUntilItIsPaid(Algorithm algorithm) {
        take(algorithm, 30);
        advance(Duration.ofMinutes(119));
        store.decide(List.of(ResolvedChecks.of(RateLimitPolicy.of("other", Quota.of("1/1h")), "bob", 1)), true);

        assertThat(store.localKeys()).as("no sweep has taken it").isEqualTo(2);
        assertThat(take(algorithm, 10).isAllowed()).isFalse();
    }

    @Nested
    class OfAnotherTime {

        @Test
        void aLookShowsItAndChangesNothing() {
            take(Algorithm.FIXED_WINDOW, 30);
            ResolvedCheck look = share(Algorithm.FIXED_WINDOW, 1);

            Result result = store.decide(List.of(look), false).results().get(0);
            assertThat(result.usages().get(0).remaining()).isZero();
            assertThat(result.retryAfter()).isEqualTo(Duration.ofHours(3));
        }

        @Test
        void isNoLongerThanADebtCanBeWhenTheClockGoesBack() {
            RateLimitPolicy daily = RateLimitPolicy.of("daily", Quota.of("30/1d"))
                    .withAlgorithm(Algorithm.FIXED_WINDOW)
                    .withZone(ZoneId.of("UTC"));
            clock.setWall("2027-01-01T12:00:00Z");
            store.decide(List.of(ResolvedChecks.share(daily, "ana", 30, 3)), true);
            clock.setWall("2026-12-01T12:00:00Z");

            Duration wait = store.decide(List.of(ResolvedChecks.share(daily, "ana", 1, 3)), true)
                    .retryAfter()
                    .orElseThrow();
            assertThat(wait).isEqualTo(Duration.ofDays(3));
        }
    }
}
