package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Limit;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitNumbersTests {

    private static LimitNumbers share(Algorithm algorithm, String limit, Long burst, int instances) {
        Quota quota = new Quota(List.of(Limit.valueOf(limit)), burst);
        RateLimitPolicy policy = RateLimitPolicy.of("api", quota).withAlgorithm(algorithm);
        return ResolvedChecks.of(policy, "ana", 1)
                .share(instances)
                .numbers()
                .limits()
                .get(0);
    }

    @ParameterizedTest
    @CsvSource({
        // algorithm, limit, burst, instances, capacity, count, period
        "TOKEN_BUCKET, 30/1h, , 1, 30, 30, PT1H",
        "TOKEN_BUCKET, 30/1h, , 3, 10, 30, PT3H",
        "TOKEN_BUCKET, 30/1h, 100, 3, 33, 30, PT3H",
        "TOKEN_BUCKET, 1/1h, , 3, 1, 1, PT3H", // at least one permit
        "FIXED_WINDOW, 30/1h, , 1, 30, 30, PT1H",
        "FIXED_WINDOW, 31/1h, , 3, 10, 10, PT1H", // rounded down
        "FIXED_WINDOW, 2/1h, , 3, 1, 1, PT1H", // at least one permit
    })
    void areSharedOut(
            Algorithm algorithm, String limit, Long burst, int instances, long capacity, long count, Duration period) {
        LimitNumbers share = share(algorithm, limit, burst, instances);

        assertThat(share.capacity()).isEqualTo(capacity);
        assertThat(share.count()).isEqualTo(count);
        assertThat(share.periodMicros()).isEqualTo(period.toNanos() / 1_000);
    }

    @ParameterizedTest
    @CsvSource({
        // algorithm, limit, region, capacity, lease
        "TOKEN_BUCKET, 100/1s, 1, 90, 50", // 10 refill in 100 ms
        "TOKEN_BUCKET, 101/1s, 1, 90, 50", // 10.1, rounded up
        "TOKEN_BUCKET, 10000/1d, 1, 9999, 50",
        "TOKEN_BUCKET, 100/1s, 0.5, 45, 50",
        "TOKEN_BUCKET, 2/1d, 0.5, 1, 0", // too small a part for leases
        "FIXED_WINDOW, 100/1s, 1, 100, 50",
    })
    void haveRoomForLeases(Algorithm algorithm, String limit, String region, long capacity, int lease) {
        RateLimitPolicy policy = RateLimitPolicy.of("api", Quota.of(limit))
                .withAlgorithm(algorithm)
                .withLease(50);
        PlanNumbers numbers =
                PlanNumbers.of(policy, null, Objects.requireNonNull(policy.quota()), RegionShare.valueOf(region));

        assertThat(numbers.limits().get(0).capacity()).isEqualTo(capacity);
        assertThat(numbers.lease()).isEqualTo(lease);
        assertThat(numbers.share(2).lease()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        // limit, longest delay, what fits a leaky bucket
        "10/1s, PT0S, 1", // one that leaves at once
        "10/1s, PT0.099S, 1",
        "10/1s, PT0.1S, 2",
        "10/1s, PT0.899S, 9",
        "10/1s, PT1M, 601",
        "1/366d, PT1M, 1",
        "7/3ms, PT0.01S, 24", // 23.3 within the longest delay
        "1000000000/1m, PT59.999S, 999983334",
    })
    void ofALeakyBucketFitWhatLeavesWithinTheLongestDelay(Limit limit, Duration maxDelay, long capacity) {
        RateLimitPolicy policy = RateLimitPolicy.of("api", Quota.of(limit))
                .withAlgorithm(Algorithm.LEAKY_BUCKET)
                .withMaxDelay(maxDelay);

        assertThat(ResolvedChecks.of(policy, "ana", 1).numbers().limits().get(0).capacity())
                .isEqualTo(capacity);
    }

    @ParameterizedTest
    @CsvSource({
        "TOKEN_BUCKET, 30/1h, , PT1H",
        "TOKEN_BUCKET, 30/1h, 45, PT1H30M",
        "TOKEN_BUCKET, 3/1s, 1, PT0.333334S", // rounded up
        "FIXED_WINDOW, 30/1h, , PT1H",
    })
    void fillInTime(Algorithm algorithm, String limit, Long burst, Duration timeToFull) {
        assertThat(share(algorithm, limit, burst, 1).timeToFull()).isEqualTo(timeToFull);
    }
}
