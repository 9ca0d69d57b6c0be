package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimit.InvalidRateLimitCheckException;
import io.github.ratelimit.Limit;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitListener;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class StoreRateLimiterTests {

    private static final RateLimitPolicy API = RateLimitPolicy.of("api", Quota.of("10/1h"));
    private static final RateLimitPolicy SMS = RateLimitPolicy.of("sms", Quota.of("5/1h"));
    private static final RateLimitPolicy STAFF = RateLimitPolicy.of("staff", Quota.UNLIMITED);

    private final List<RateLimitDecision> heard = new ArrayList<>();
    private final RateLimitStore store = new LocalStore(100, LocalClock.SYSTEM);
    private final StoreRateLimiter limiter = limiter(heard::add);

    private StoreRateLimiter limiter(RateLimitListener... listeners) {
        return ResolvedChecks.limiter(store, ResolvedChecks.resolver(API, SMS, STAFF), listeners);
    }

    private static RateLimitCheck ana(String policy) {
        return RateLimitCheck.of(policy, "ana");
    }

    private long left(String policy) {
        return limiter.peek(ana(policy)).results().get(0).usages().get(0).remaining();
    }

    @Nested
    class EqualChecks {

        @Test
        void areOneWithTheSummedCost() {
            RateLimitDecision decision = limiter.tryAcquire(
                    ana("api").cost(3), ana("sms"), ana("api").cost(4));

            assertThat(decision.results()).extracting(Result::cost).containsExactly(7L, 1L);
            assertThat(left("api")).isEqualTo(3);
        }

        @Test
        void areFoundBehindOthers() {
            RateLimitDecision decision = limiter.tryAcquire(
                    ana("sms"), ana("api").cost(3), ana("api").cost(4));

            assertThat(decision.results()).extracting(Result::cost).containsExactly(1L, 7L);
        }

        @Test
        void areRefusedTogether() {
            assertThat(limiter.tryAcquire(ana("api").cost(6), ana("api").cost(6))
                            .isAllowed())
                    .isFalse();
            assertThat(left("api")).isEqualTo(10);
        }

        @Test
        void areThoseOfOneKeyOnly() {
            assertThat(limiter.tryAcquire(ana("api"), RateLimitCheck.of("api", "ben"))
                            .results())
                    .hasSize(2);
        }

        @Test
        void cannotCostMoreThanAThousandMillion() {
            assertThat(limiter.tryAcquire(ana("api").cost(Limit.MAX_COUNT - 1), ana("api"))
                            .isAllowed())
                    .isFalse();
            assertThatExceptionOfType(InvalidRateLimitCheckException.class)
                    .isThrownBy(() -> limiter.tryAcquire(ana("api").cost(Limit.MAX_COUNT), ana("api")))
                    .withMessage("policy 'api': the costs add up to more than 1,000,000,000");
            assertThat(left("api")).isEqualTo(10);
        }
    }

    @Nested
    class UnlimitedPlans {

        @Test
        void passWithoutAStore() {
            Result only = limiter.tryAcquire(ana("staff")).results().get(0);

            assertThat(only.outcome()).isEqualTo(Outcome.ALLOWED);
            assertThat(only.basis()).isEqualTo(Basis.UNLIMITED);
            assertThat(only.usages()).isEmpty();
        }

        @Test
        void keepTheirPlaceAmongTheResults() {
            RateLimitDecision decision = limiter.tryAcquire(ana("api"), ana("staff"), ana("sms"));

            assertThat(decision.results())
                    .extracting(result -> result.policy().name())
                    .containsExactly("api", "staff", "sms");
        }

        @Test
        void doNotFreeTheRest() {
            limiter.tryAcquire(ana("staff"), ana("api").cost(10));

            assertThat(left("api")).isZero();
            assertThat(limiter.tryAcquire(ana("staff"), ana("api")).isAllowed()).isFalse();
        }

        @Test
        void letTheRestBeGivenBack() {
            limiter.refund(limiter.tryAcquire(ana("staff"), ana("api")));

            assertThat(left("api")).isEqualTo(10);
        }
    }

    @Nested
    class NoChecks {

        @Test
        void pass() {
            assertThat(limiter.tryAcquire().isAllowed()).isTrue();
            assertThat(limiter.tryAcquire().results()).isEmpty();
        }

        @Test
        void areLeftOfAPolicyThatDoesNotApply() {
            RateLimitDecision decision = limiter.tryAcquire(RateLimitCheck.of("api", " "), ana("sms"));

            assertThat(decision.results())
                    .extracting(result -> result.policy().name())
                    .containsExactly("sms");
        }
    }

    @Nested
    class Listeners {

        @Test
        void hearOfEveryDecisionButNotOfPeeks() {
            RateLimitDecision decision = limiter.tryAcquire(ana("api"));
            limiter.peek(ana("api"));

            assertThat(heard).containsExactly(decision);
        }

        @Test
        void thatThrowChangeNothing() {
            StoreRateLimiter loud = limiter(
                    decision -> {
                        throw new IllegalStateException("audit failed");
                    },
                    heard::add);

            assertThat(loud.tryAcquire(ana("api")).isAllowed()).isTrue();
            assertThat(heard).hasSize(1);
        }
    }

    @Nested
    class Refunds {

        @Test
        void comeOnce() {
            RateLimitDecision decision = limiter.tryAcquire(ana("api").cost(2), ana("sms"));
            limiter.tryAcquire(ana("api").cost(3));

            limiter.refund(decision);
            limiter.refund(decision);
            assertThat(left("api")).isEqualTo(7);
            assertThat(left("sms")).isEqualTo(5);
        }

        @Test
        void ofWhatTookNothingDoNothing() {
            limiter.tryAcquire(ana("api").cost(3));

            limiter.refund(limiter.peek(ana("api")));
            limiter.refund(limiter.tryAcquire(ana("api").cost(9)));
            limiter.refund(limiter.tryAcquire(ana("api").cost(0)));
            assertThat(left("api")).isEqualTo(7);
        }

        @Test
        void ofAForeignDecisionDoNothing() {
            RateLimitDecision own = limiter.tryAcquire(ana("api").cost(3));

            limiter.refund(new RateLimitDecision(own.outcome(), own.results()));
            assertThat(left("api")).isEqualTo(7);
        }
    }

    @Nested
    class Resets {

        @Test
        void forgetWhatWasUsed() {
            limiter.tryAcquire(ana("api").cost(10));

            limiter.reset(ana("api"));
            assertThat(left("api")).isEqualTo(10);
        }

        @Test
        void ofAnythingElseAreHarmless() {
            assertThatCode(() -> {
                        limiter.reset(ana("staff"));
                        limiter.reset(RateLimitCheck.of("api", " "));
                    })
                    .doesNotThrowAnyException();
        }
    }
}
