package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitDecision.Usage;
import io.github.ratelimit.RateLimitPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * What every store does with one key that nothing happens to, whatever the algorithm. Ten permits fit everywhere, at ten a second; it begins a
 * quarter into a second.
 */
abstract class OneKeyContract {

    private static final AtomicInteger KEYS = new AtomicInteger();
    static final long MILLI = 1_000;

    final String key = "key" + KEYS.incrementAndGet();
    long now = 1_800_000_000_250_000L;

    /** The store, empty for keys nobody has used. */
    protected abstract RateLimitStore store();

    /** Sets the store's time, in µs. */
    protected abstract void setTime(long micros) throws StoreFailureException;

    @BeforeEach
    void begin() throws StoreFailureException {
        pass(0);
    }

    void pass(long millis) throws StoreFailureException {
        now += millis * MILLI;
        setTime(now);
    }

    static RateLimitPolicy policy(Algorithm algorithm, String... limits) {
        return RateLimitPolicy.of("api", Quota.of(limits))
                .withAlgorithm(algorithm)
                .withMaxDelay(algorithm == Algorithm.LEAKY_BUCKET ? Duration.ofMillis(900) : Duration.ZERO);
    }

    protected static RateLimitPolicy ten(Algorithm algorithm) {
        return policy(algorithm, "10/1s");
    }

    ChargedDecision decide(boolean take, ResolvedCheck... checks) throws StoreFailureException {
        return store().decide(List.of(checks), take);
    }

    ChargedDecision take(RateLimitPolicy policy, long cost) throws StoreFailureException {
        return decide(true, ResolvedChecks.of(policy, key, cost));
    }

    Usage usage(RateLimitPolicy policy) throws StoreFailureException {
        return take(policy, 0).results().get(0).usages().get(0);
    }

    long left(RateLimitPolicy policy) throws StoreFailureException {
        return usage(policy).remaining();
    }

    static long waitMillis(RateLimitDecision refused) {
        assertThat(refused.isAllowed()).isFalse();
        return refused.retryAfter().orElseThrow().toMillis();
    }

    @ParameterizedTest
    @CsvSource({
        // until everything is back
        "TOKEN_BUCKET,   400",
        "FIXED_WINDOW,   1000",
        "SLIDING_WINDOW, 1750",
        "SLIDING_LOG,    1000",
        "LEAKY_BUCKET,   400",
    })
    void firstCallTakesWhatItCosts(Algorithm algorithm, long reset) throws StoreFailureException {
        RateLimitDecision first = take(ten(algorithm), 4);

        Result result = first.results().get(0);
        assertThat(first.outcome()).isEqualTo(result.outcome()).isEqualTo(Outcome.ALLOWED);
        assertThat(result.retryAfter()).isNull();
        assertThat(result.delay()).isZero();
        assertThat(result.cost()).isEqualTo(4);
        assertThat(result.usages()).hasSize(1).first().satisfies(usage -> {
            assertThat(usage.capacity()).isEqualTo(10);
            assertThat(usage.remaining()).isEqualTo(6);
            assertThat(usage.resetAfter()).isEqualTo(Duration.ofMillis(reset));
            assertThat(usage.retryAfter()).isZero();
        });
    }

    @ParameterizedTest
    @EnumSource
    void burstIsAsMuchAsFits(Algorithm algorithm) throws StoreFailureException {
        for (int i = 0; i < 10; i++) {
            assertThat(take(ten(algorithm), 1).isAllowed()).isTrue();
        }
        assertThat(take(ten(algorithm), 1).isAllowed()).isFalse();
        assertThat(left(ten(algorithm))).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        // wait for one permit, for all
        "TOKEN_BUCKET,   100,  1000",
        "FIXED_WINDOW,   1000, 1000",
        "SLIDING_WINDOW, 850,  1750",
        "SLIDING_LOG,    1000, 1000",
        "LEAKY_BUCKET,   100,  1000",
    })
    void announcedWaitIsLongEnoughAndNotTooLong(Algorithm algorithm, long forOne, long forAll)
            throws StoreFailureException {
        take(ten(algorithm), 10);
        assertThat(waitMillis(take(ten(algorithm), 10))).isEqualTo(forAll);
        assertThat(waitMillis(take(ten(algorithm), 1))).isEqualTo(forOne);

        setTime(now + forOne * MILLI - 1);
        assertThat(take(ten(algorithm), 1).retryAfter()).contains(Duration.ofNanos(1_000));
        setTime(now + forOne * MILLI);
        assertThat(take(ten(algorithm), 1).isAllowed()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        // left after 500 ms, 1 s, 1.5 s, and 2 s
        "TOKEN_BUCKET,   5, 10, 10, 10",
        "FIXED_WINDOW,   0, 10, 10, 10",
        "SLIDING_WINDOW, 0, 2,  7,  10",
        "SLIDING_LOG,    0, 10, 10, 10",
        "LEAKY_BUCKET,   5, 10, 10, 10",
    })
    void permitsComeBack(Algorithm algorithm, long half, long one, long oneAndAHalf, long two)
            throws StoreFailureException {
        take(ten(algorithm), 10);
        for (long left : List.of(half, one, oneAndAHalf, two)) {
            pass(500);
            assertThat(left(ten(algorithm))).isEqualTo(left);
        }
    }

    @ParameterizedTest
    @EnumSource
    void longIdleKeyIsFull(Algorithm algorithm) throws StoreFailureException {
        take(ten(algorithm), 10);
        pass(Duration.ofDays(400).toMillis());

        assertThat(usage(ten(algorithm)).resetAfter()).isZero();
        assertThat(take(ten(algorithm), 10).isAllowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void nothingPassesAlwaysAndTakesNothing(Algorithm algorithm) throws StoreFailureException {
        take(ten(algorithm), 10);

        assertThat(take(ten(algorithm), 0).isAllowed()).isTrue();
        assertThat(left(ten(algorithm))).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void costAboveTheCapacityNeverFitsAndHasNoWait(Algorithm algorithm) throws StoreFailureException {
        RateLimitDecision refused = take(ten(algorithm), 11);

        assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(refused.retryAfter()).isEmpty();
        assertThat(refused.results().get(0).usages().get(0).retryAfter()).isNull();
        assertThat(left(ten(algorithm))).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource
    void refusalTakesNothing(Algorithm algorithm) throws StoreFailureException {
        take(ten(algorithm), 6);

        assertThat(take(ten(algorithm), 5).isAllowed()).isFalse();
        assertThat(take(ten(algorithm), 4).isAllowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void peekAnswersAsATakeAndTakesNothing(Algorithm algorithm) throws StoreFailureException {
        ResolvedCheck ten = ResolvedChecks.of(ten(algorithm), key, 10);

        assertThat(decide(false, ten).isAllowed()).isTrue();
        assertThat(decide(false, ten).results().get(0).usages().get(0).remaining())
                .isEqualTo(10);
        decide(true, ten);
        assertThat(decide(false, ten).isAllowed()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void resetForgetsWhatWasUsed(Algorithm algorithm) throws StoreFailureException {
        take(ten(algorithm), 10);
        store().reset(List.of(ResolvedChecks.of(ten(algorithm), key, 1)));

        assertThat(left(ten(algorithm))).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void severalLimitsAllHold(Algorithm algorithm) throws StoreFailureException {
        RateLimitPolicy both = policy(algorithm, "10/1s", "15/1h");
        take(both, 10);
        assertThat(take(both, 1).results().get(0).usages())
                .extracting(Usage::remaining)
                .containsExactly(5L, 0L);

        pass(2_000);
        RateLimitDecision refused = take(both, 6);
        assertThat(refused.results().get(0).usages())
                .extracting(usage -> Duration.ZERO.equals(usage.retryAfter()))
                .containsExactly(false, true);
        assertThat(refused.retryAfter())
                .contains(refused.results().get(0).usages().get(0).retryAfter());
        assertThat(take(both, 5).isAllowed()).isTrue();
    }
}
