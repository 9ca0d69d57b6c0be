package io.github.ratelimit.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LocalStoreTests {

    private static final RateLimitPolicy API = RateLimitPolicy.of("api", Quota.of("10/1s"));
    private static final long SECOND = 1_000_000;

    private final TestClock clock = new TestClock();
    private final LocalStore store = new LocalStore(3, clock);

    private ChargedDecision take(RateLimitPolicy policy, String key, long cost) {
        return store.decide(List.of(ResolvedChecks.of(policy, key, cost)), true);
    }

    private static long remaining(RateLimitDecision decision) {
        return decision.results().get(0).usages().get(0).remaining();
    }

    private long left(RateLimitPolicy policy, String key) {
        return remaining(store.decide(List.of(ResolvedChecks.of(policy, key, 1)), false));
    }

    private void refund(ChargedDecision decision) {
        ResolvedChecks.limiter(store, ResolvedChecks.resolver()).refund(decision);
    }

    @Nested
    class Deciding {

        private final RateLimitPolicy budget = RateLimitPolicy.of("budget", Quota.of("100/1h"));
        private final RateLimitPolicy phone = RateLimitPolicy.of("phone", Quota.of("1/1h"));

        private ChargedDecision send(RateLimitPolicy perPhone) {
            return store.decide(
                    List.of(ResolvedChecks.of(perPhone, "977", 1), ResolvedChecks.of(budget, "all", 1)), true);
        }

        @Test
        void refusedCallsDoNotDrainTheSharedBudget() {
            for (int i = 0; i < 20; i++) {
                send(phone);
            }

            assertThat(left(budget, "all")).isEqualTo(99);
        }

        @Test
        void saysOfEachCheckWhetherItHadRoom() {
            send(phone);
            ChargedDecision second = send(phone);

            assertThat(second.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(second.results()).extracting(Result::outcome).containsExactly(Outcome.REFUSED, Outcome.ALLOWED);
            assertThat(second.results().get(1).usages().get(0).remaining()).isEqualTo(99);
        }

        @Test
        void watchedPolicyRefusesNobodyAndOnlyItIsNotCharged() {
            RateLimitPolicy watched = phone.withEnforce(false);
            send(watched);
            ChargedDecision second = send(watched);

            assertThat(second.isAllowed()).isTrue();
            assertThat(second.results().get(0).outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(left(budget, "all")).isEqualTo(98);
        }

        @Test
        void peekTakesNothing() {
            assertThat(left(API, "ana")).isEqualTo(10);
            assertThat(left(API, "ana")).isEqualTo(10);
        }

        @Test
        void resetGivesAllBack() {
            take(API, "ana", 10);
            store.reset(List.of(ResolvedChecks.of(API, "ana", 1)));

            assertThat(left(API, "ana")).isEqualTo(10);
        }
    }

    @Nested
    class Days {

        private final RateLimitPolicy daily = RateLimitPolicy.of("daily", Quota.of("5/1d"))
                .withAlgorithm(Algorithm.FIXED_WINDOW)
                .withZone(ZoneId.of("Asia/Kathmandu"));

        @Test
        void endAtLocalMidnightByTheWallClock() {
            clock.setWall("2026-11-29T18:14:59Z"); // 23:59:59 in Kathmandu
            ChargedDecision decision = take(daily, "ana", 5);

            assertThat(decision.results().get(0).usages().get(0).resetAfter()).isEqualTo(Duration.ofSeconds(1));
            clock.advance(SECOND - 1);
            assertThat(take(daily, "ana", 1).isAllowed()).isFalse();
            clock.advance(1);
            assertThat(take(daily, "ana", 1).isAllowed()).isTrue();
        }

        @Test
        void giveBackWhatWasTakenToday() {
            clock.setWall("2026-11-29T18:14:59Z");
            ChargedDecision today = take(daily, "ana", 3);
            refund(today);
            assertThat(left(daily, "ana")).isEqualTo(5);

            ChargedDecision yesterday = take(daily, "ana", 3);
            clock.advance(SECOND);
            take(daily, "ana", 2);
            refund(yesterday);
            assertThat(left(daily, "ana")).isEqualTo(3);
        }
    }

    @Nested
    class Refunds {

        @Test
        void giveBackWhatHasNotRefilled() {
            ChargedDecision decision = take(API, "ana", 10);
            clock.advance(SECOND / 2);
            take(API, "ana", 5);

            refund(decision);
            assertThat(left(API, "ana")).isEqualTo(5);
        }

        @Test
        void keepWhatIsLeftOfTheCharge() {
            RateLimitPolicy slow = RateLimitPolicy.of("slow", Quota.of("10/1h"));
            ChargedDecision decision = take(slow, "ana", 4);
            take(slow, "ana", 6);
            refund(decision);
            clock.advance(2 * SECOND);
            take(API, "ben", 1);

            assertThat(left(slow, "ana")).isEqualTo(4);
        }

        @Test
        void comeOnce() {
            ChargedDecision decision = take(API, "ana", 2);
            take(API, "ana", 4);

            refund(decision);
            refund(decision);
            assertThat(left(API, "ana")).isEqualTo(6);
        }

        @Test
        void doNotBeginAWindow() {
            RateLimitPolicy window = API.withAlgorithm(Algorithm.FIXED_WINDOW);
            ChargedDecision decision = take(window, "ana", 2);
            clock.advance(SECOND);
            refund(decision);
            clock.advance(SECOND / 2);

            assertThat(take(window, "ana", 1).results().get(0).usages().get(0).resetAfter())
                    .isEqualTo(Duration.ofSeconds(1));
        }
    }
}
