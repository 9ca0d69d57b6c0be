package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FailurePolicyStoreTests {

    private static final ResolvedCheck LOCAL = check("api", OnStoreFailure.LOCAL);
    private static final ResolvedCheck OPEN = check("open", OnStoreFailure.OPEN);
    private static final ResolvedCheck CLOSED = check("sms", OnStoreFailure.CLOSED);

    private boolean failing = true;
    private final LocalStore shared = new LocalStore(100, LocalClock.SYSTEM);
    private final LocalStore local = new LocalStore(100, LocalClock.SYSTEM);
    private final FailurePolicyStore store = new FailurePolicyStore(new Failing(), local, () -> 3, System::nanoTime);

    /** A store that answers or fails, as the test says. */
    private final class Failing implements RateLimitStore {

        @Override
        public ChargedDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget budget)
                throws StoreFailureException {
            if (failing) {
                throw new StoreFailureException("gone");
            }
            return shared.decide(checks, take);
        }

        @Override
        public void refund(List<Charge> charges) {
            shared.refund(charges);
        }

        @Override
        public void reset(List<ResolvedCheck> checks) throws StoreFailureException {
            if (failing) {
                throw new StoreFailureException("gone");
            }
            shared.reset(checks);
        }
    }

    private static RateLimitPolicy policy(String name, OnStoreFailure choice) {
        return RateLimitPolicy.of(name, Quota.of("30/1h")).withOnStoreFailure(choice);
    }

    private static ResolvedCheck check(String name, OnStoreFailure choice) {
        return ResolvedChecks.of(policy(name, choice), "ana", 1);
    }

    private ChargedDecision take(ResolvedCheck... checks) throws StoreFailureException {
        return store.decide(List.of(checks), true);
    }

    private static long left(RateLimitStore of, ResolvedCheck check) throws StoreFailureException {
        return of.decide(List.of(check), false).results().get(0).usages().get(0).remaining();
    }

    @Test
    void asksTheSharedStoreWhileItAnswers() throws StoreFailureException {
        failing = false;

        assertThat(take(LOCAL).results().get(0).usages().get(0).capacity()).isEqualTo(30);
        assertThat(local.localKeys()).isZero();
    }

    @Nested
    class Open {

        @Test
        void passesAndKnowsNothing() throws StoreFailureException {
            ChargedDecision decision = take(OPEN);

            assertThat(decision.isAllowed()).isTrue();
            assertThat(decision.results()).extracting(Result::basis).containsExactly(Basis.OPEN);
            assertThat(decision.results().get(0).usages()).isEmpty();
        }
    }

    @Nested
    class Closed {

        @Test
        void isUnavailableAndSaysWhenToTryAgain() throws StoreFailureException {
            ChargedDecision decision = take(CLOSED);

            assertThat(decision.outcome()).isEqualTo(Outcome.UNAVAILABLE);
            assertThat(decision.results()).extracting(Result::basis).containsExactly(Basis.CLOSED);
            assertThat(decision.retryAfter()).contains(Duration.ofSeconds(1));
        }

        @Test
        void leavesNothingChargedOfTheOthers() throws StoreFailureException {
            ChargedDecision decision = take(LOCAL, OPEN, CLOSED);

            assertThat(decision.outcome()).isEqualTo(Outcome.UNAVAILABLE);
            assertThat(decision.results())
                    .extracting(Result::basis)
                    .containsExactly(Basis.LOCAL, Basis.OPEN, Basis.CLOSED);
            assertThat(left(local, LOCAL.share(3))).isEqualTo(10);
        }

        @Test
        void refusesNobodyWhileItIsOnlyWatched() throws StoreFailureException {
            ResolvedCheck watched =
                    ResolvedChecks.of(policy("sms", OnStoreFailure.CLOSED).withEnforce(false), "ana", 1);

            assertThat(take(watched, LOCAL).isAllowed()).isTrue();
            assertThat(left(local, LOCAL.share(3))).isEqualTo(9);
        }
    }

    @Nested
    class Local {

        @Test
        void goesOnWithItsShareOfTheLimit() throws StoreFailureException {
            for (int i = 0; i < 10; i++) {
                assertThat(take(LOCAL).isAllowed()).isTrue();
            }
            ChargedDecision eleventh = take(LOCAL);

            assertThat(eleventh.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(eleventh.results()).extracting(Result::basis).containsExactly(Basis.LOCAL);
            assertThat(eleventh.retryAfter())
                    .hasValueSatisfying(
                            wait -> assertThat(wait).isBetween(Duration.ofSeconds(355), Duration.ofSeconds(360)));
        }

        @Test
        void stretchesThePeriodOfABucket() throws StoreFailureException {
            Result result = take(LOCAL).results().get(0);

            assertThat(result.usages().get(0).capacity()).isEqualTo(10);
            assertThat(result.usages().get(0).timeToFull()).isEqualTo(Duration.ofHours(1));
            assertThat(LOCAL.share(3).numbers().limits().get(0).periodMicros())
                    .isEqualTo(Duration.ofHours(3).toNanos() / 1_000);
        }

        @Test
        void dividesTheCountOfAWindow() throws StoreFailureException {
            ResolvedCheck window = ResolvedChecks.of(
                    policy("window", OnStoreFailure.LOCAL).withAlgorithm(Algorithm.FIXED_WINDOW), "ana", 1);
            Result result = take(window).results().get(0);

            assertThat(result.usages().get(0).capacity()).isEqualTo(10);
            assertThat(result.usages().get(0).resetAfter()).isEqualTo(Duration.ofHours(1));
        }

        @Test
        void leavesAtLeastOnePermitToEveryInstance() throws StoreFailureException {
            ResolvedCheck rare = ResolvedChecks.of(RateLimitPolicy.of("rare", Quota.of("1/366d")), "ana", 1);

            assertThat(rare.share(1_000).numbers().limits().get(0).timeToFull()).isEqualTo(Duration.ofDays(366_000));
            assertThat(take(rare).isAllowed()).isTrue();
            assertThat(take(rare).retryAfter())
                    .hasValueSatisfying(
                            wait -> assertThat(wait).isBetween(Duration.ofDays(1_097), Duration.ofDays(1_098)));
        }

        @Test
        void peeksWithoutTaking() throws StoreFailureException {
            store.decide(List.of(LOCAL), false);

            assertThat(left(local, LOCAL.share(3))).isEqualTo(10);
        }
    }

    @Nested
    class GivingBack {

        @Test
        void goesWhereThePermitsWereTaken() throws StoreFailureException {
            ChargedDecision taken = take(LOCAL, OPEN);
            failing = false;
            take(LOCAL);

            store.refund(taken.takeCharges());
            assertThat(left(local, LOCAL.share(3))).isEqualTo(10);
            assertThat(left(shared, LOCAL)).isEqualTo(29);
        }

        @Test
        void forgetsBothOnAReset() throws StoreFailureException {
            take(LOCAL);
            failing = false;
            take(LOCAL);

            store.reset(List.of(LOCAL));
            assertThat(left(local, LOCAL.share(3))).isEqualTo(10);
            assertThat(left(shared, LOCAL)).isEqualTo(30);
        }

        @Test
        void goesOnWhenTheSharedStoreCannot() throws StoreFailureException {
            take(LOCAL);

            store.reset(List.of(LOCAL));
            assertThat(left(local, LOCAL.share(3))).isEqualTo(10);
        }
    }
}
