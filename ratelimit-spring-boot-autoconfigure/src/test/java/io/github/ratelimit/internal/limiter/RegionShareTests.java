package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Limit;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.limiter.ActivePolicy.KeyRule;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A region's part of a limit. */
class RegionShareTests {

    private static final KeyRule BY_USER = new KeyRule(KeyExpression.parse("principal"), OnMissingKey.SKIP, List.of());

    private LimitNumbers part(RateLimitPolicy policy, String share) {
        ActivePolicy active = new ActivePolicy(policy, BY_USER, Map.of(), PlanSource.NONE, RegionShare.valueOf(share));
        return active.current().numbersOfProven().limits().get(0);
    }

    private LimitNumbers part(Algorithm algorithm, String limit, Long burst, String share) {
        Quota quota = new Quota(List.of(Limit.valueOf(limit)), burst);
        return part(RateLimitPolicy.of("api", quota).withAlgorithm(algorithm), share);
    }

    @ParameterizedTest
    @CsvSource({
        // algorithm, limit, burst, share, capacity, count, period in µs
        "TOKEN_BUCKET, 30/1h, , 1, 30, 30, 3600000000",
        "TOKEN_BUCKET, 30/1h, , 0.5, 15, 30, 7200000000",
        "TOKEN_BUCKET, 30/1h, 100, 0.75, 75, 30, 4800000000",
        "TOKEN_BUCKET, 5/1h, , 0.5, 2, 5, 7200000000", // the capacity is rounded down, the rate is not
        "TOKEN_BUCKET, 1/1h, , 0.25, 1, 1, 14400000000", // at least one permit, at a quarter of the rate
        "TOKEN_BUCKET, 1/366d, , 0.01, 1, 1, 3162240000000000",
        "TOKEN_BUCKET, 7/1ms, , 0.3, 2, 7, 3334", // never faster
        "FIXED_WINDOW, 31/1h, , 0.5, 15, 15, 3600000000",
        "FIXED_WINDOW, 1/1h, , 0.5, 1, 1, 3600000000",
        "SLIDING_WINDOW, 100/1m, , 0.29, 29, 29, 60000000", // as a binary fraction it would be 28.99…
        "SLIDING_LOG, 1000/1m, , 0.7, 700, 700, 60000000",
        "FIXED_WINDOW, 1000000000/1d, , 0.999999999, 999999999, 999999999, 86400000000",
    })
    void areItsPart(
            Algorithm algorithm, String limit, Long burst, String share, long capacity, long count, long micros) {
        LimitNumbers part = part(algorithm, limit, burst, share);

        assertThat(part.capacity()).isEqualTo(capacity);
        assertThat(part.largestCost()).isEqualTo(capacity);
        assertThat(part.count()).isEqualTo(count);
        assertThat(part.periodMicros()).isEqualTo(micros);
        assertThat(part.limit()).as("as written").isEqualTo(Limit.valueOf(limit));
    }

    @ParameterizedTest
    @CsvSource({"1, 21", "0.5, 11", "0.25, 6", "0.01, 1"})
    void keepsTheLongestDelayOfALeakyBucket(String share, long capacity) {
        RateLimitPolicy policy = RateLimitPolicy.of("api", Quota.of("10/1s"))
                .withAlgorithm(Algorithm.LEAKY_BUCKET)
                .withMaxDelay(Duration.ofSeconds(2));

        assertThat(part(policy, share).capacity()).isEqualTo(capacity);
    }

    @Property
    void neverAddUpToMoreThanTheLimit(
            @ForAll Algorithm algorithm,
            @ForAll @LongRange(min = 2, max = 1_000) long count,
            @ForAll @IntRange(min = 1, max = 366) int days,
            @ForAll @IntRange(min = 1, max = 99) int percent) {
        String limit = count + "/" + days + "d";
        LimitNumbers whole = part(algorithm, limit, null, "1");
        LimitNumbers one =
                part(algorithm, limit, null, BigDecimal.valueOf(percent, 2).toString());
        LimitNumbers other = part(
                algorithm, limit, null, BigDecimal.valueOf(100 - percent, 2).toString());

        long roomForOneEach = count * Math.min(percent, 100 - percent) < 100 ? 1 : 0;
        if (algorithm != Algorithm.LEAKY_BUCKET) {
            assertThat(one.capacity() + other.capacity()).isLessThanOrEqualTo(whole.capacity() + roomForOneEach);
        }
        assertThat(perMicro(one) + perMicro(other))
                .isLessThanOrEqualTo((perMicro(whole) + roomForOneEach / (double) whole.periodMicros()) * (1 + 1e-12));
    }

    private double perMicro(LimitNumbers numbers) {
        return (double) numbers.count() / numbers.periodMicros();
    }

    @Test
    void ofOneInstanceAreItsPartOfThePart() {
        LimitNumbers one = part(Algorithm.TOKEN_BUCKET, "30/1h", null, "0.5").share(Algorithm.TOKEN_BUCKET, 3);

        assertThat(one.capacity()).isEqualTo(5);
        assertThat(one.periodMicros()).isEqualTo(Duration.ofHours(6).toMillis() * 1_000);
    }

    @Test
    void stayNumbersWhenTheyAreSlowestAndSharedMost() {
        LimitNumbers one = part(Algorithm.TOKEN_BUCKET, "1/366d", null, "0.01").share(Algorithm.TOKEN_BUCKET, 100_000);

        assertThat(one.timeToFullMicros()).isGreaterThan(Duration.ofDays(366).toMillis() * 1_000_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.009", "1.01", "-0.5", "half", "50%", "0,5", "1e-99999999999", "0.50000000000000"})
    void isANumberWithinBounds(String share) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RegionShare.valueOf(share))
                .withMessage("must be a number from 0.01 to 1, such as 0.5");
    }
}
