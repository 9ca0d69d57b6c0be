package io.github.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitPolicyTests {

    private static final ZoneId KATHMANDU = ZoneId.of("Asia/Kathmandu");
    private static final RateLimitPolicy API = RateLimitPolicy.of("api", Quota.of("10/1s"));
    private static final RateLimitPolicy DAILY =
            RateLimitPolicy.of("daily", Quota.of("10/1d")).withAlgorithm(Algorithm.FIXED_WINDOW);

    @ParameterizedTest
    @ValueSource(strings = {"", "API", "a b", "a:b", "a{b}", "a_b", "ä", "a/b"})
    void rejectsNamesThatAKeyCouldNotHold(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> RateLimitPolicy.of(name, Quota.of("10/1s")));
    }

    @Test
    void acceptsTheNameOfADerivedPolicy() {
        assertThat(RateLimitPolicy.of("report-service.create2", Quota.of("10/1s"))
                        .name())
                .isEqualTo("report-service.create2");
    }

    @Nested
    class Plans {

        private final Map<String, Quota> plans = Map.of("pro", Quota.of("100/1s"));

        @Test
        void needALimitOrADefaultPlanBeside() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> API.withPlans(null, plans, null))
                    .withMessage("a policy with plans needs a limit or a default plan");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> API.withPlans(null, Map.of(), null))
                    .withMessage("a policy needs a limit or plans");
            assertThat(API.withPlans(null, plans, "pro").quota()).isNull();
        }

        @Test
        void includeTheDefaultPlan() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> API.withPlans(null, plans, "basic"))
                    .withMessage("the default plan is none of the plans [pro]");
        }

        @Test
        void areFoundByName() {
            assertThat(API.withPlans(null, plans, "pro").plans().get("pro")).isEqualTo(Quota.of("100/1s"));
        }
    }

    @Nested
    class Zones {

        @Test
        void goWithADayOfAFixedWindow() {
            assertThat(DAILY.withZone(KATHMANDU).zone()).isEqualTo(KATHMANDU);
            assertThat(DAILY.withPlans(Quota.of("5/24h", "100/7d"), Map.of("staff", Quota.UNLIMITED), null)
                            .withZone(KATHMANDU)
                            .zone())
                    .isEqualTo(KATHMANDU);
        }

        @Test
        void goWithNothingElse() {
            assertThatIllegalArgumentException().isThrownBy(() -> API.withZone(KATHMANDU));
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> DAILY.withAlgorithm(Algorithm.TOKEN_BUCKET).withZone(KATHMANDU));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> API.withAlgorithm(Algorithm.FIXED_WINDOW).withZone(KATHMANDU))
                    .withMessage("a zone goes with fixed-window and a limit of 1d only");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DAILY.withPlans(Quota.of("5/1d"), Map.of("pro", Quota.of("5/1h")), null)
                            .withZone(KATHMANDU));
        }
    }

    @Nested
    class Alerts {

        @Test
        void areSortedAndDistinct() {
            assertThat(DAILY.withAlertAt(List.of(100, 80, 100)).alertAt()).containsExactly(80, 100);
        }

        @Test
        void reachFromOneToAHundred() {
            assertThat(DAILY.withAlertAt(List.of(1, 100)).alertAt()).containsExactly(1, 100);
        }

        @ParameterizedTest
        @ValueSource(ints = {0, 101, -1})
        void arePercentages(int level) {
            assertThatIllegalArgumentException().isThrownBy(() -> DAILY.withAlertAt(List.of(50, level)));
        }

        @Test
        void goWithFixedWindowsOnly() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> API.withAlertAt(List.of(80)))
                    .withMessage("alert levels go with fixed-window only");
        }
    }

    @Nested
    class Blocks {

        @Test
        void haveStepsThatNeverGetShorter() {
            List<Duration> steps = List.of(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofDays(366));

            assertThat(API.withBlock(steps).block()).isEqualTo(steps);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> API.withBlock(List.of(Duration.ofMinutes(5), Duration.ofMinutes(1))))
                    .withMessage("no step of a block may be shorter than the one before");
        }

        @Test
        void haveStepsOfWholeMillisecondsUpTo366Days() {
            for (Duration wrong : List.of(
                    Duration.ZERO,
                    Duration.ofNanos(1_500_000),
                    Duration.ofDays(366).plusMillis(1))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> API.withBlock(List.of(wrong)))
                        .withMessage("each step of a block must be from 1ms to 366d, in whole milliseconds");
            }
        }

        @Test
        void haveTenStepsAtMost() {
            assertThat(API.withBlock(Collections.nCopies(10, Duration.ofMinutes(1)))
                            .block())
                    .hasSize(10);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> API.withBlock(Collections.nCopies(11, Duration.ofMinutes(1))))
                    .withMessage("a block has at most 10 steps");
        }

        @Test
        void goWithNoLeakyBucket() {
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> API.withBlock(List.of(Duration.ofMinutes(1))).withAlgorithm(Algorithm.LEAKY_BUCKET))
                    .withMessage("a block does not go with leaky-bucket");
        }
    }

    @Nested
    class Leases {

        @Test
        void areFrom0To1000000Permits() {
            assertThat(API.lease()).isZero();
            assertThat(API.withLease(1_000_000).lease()).isEqualTo(1_000_000);
            for (int wrong : new int[] {-1, 1_000_001}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> API.withLease(wrong))
                        .withMessage("a lease must be from 0 to 1,000,000 permits");
            }
        }

        @ParameterizedTest
        @EnumSource(names = {"SLIDING_WINDOW", "SLIDING_LOG", "LEAKY_BUCKET"})
        void goWithNoOtherAlgorithm(Algorithm algorithm) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> API.withAlgorithm(algorithm).withLease(5))
                    .withMessage("a lease goes with token-bucket and fixed-window only");
        }

        @Test
        void goWithOneLimitOfABucketAndSeveralOfWindows() {
            RateLimitPolicy two = RateLimitPolicy.of("two", Quota.of("10/1s", "100/1m"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> two.withLease(5))
                    .withMessage("a lease of a token-bucket goes with exactly one limit");
            assertThat(two.withAlgorithm(Algorithm.FIXED_WINDOW).withLease(5).lease())
                    .isEqualTo(5);
        }

        @Test
        void goWithNoBlock() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> API.withLease(5).withBlock(List.of(Duration.ofMinutes(1))))
                    .withMessage("a lease does not go with a block, which it would outlive");
        }

        @ParameterizedTest
        @CsvSource({
            // limit, burst, whether a permit is left beside what refills in 100 ms
            "10/1s, 1, false",
            "10/1s, 2, true",
            "11/1s, 2, false", // 1.1, rounded up
            "11/1s, 3, true",
            "10/100ms, 10, false",
            "10/100ms, 11, true",
            "2/1d, 1, false",
            "2/1d, 2, true",
        })
        void needABurstLargerThanWhatRefillsMeanwhile(String limit, long burst, boolean fits) {
            RateLimitPolicy policy = RateLimitPolicy.of("api", Quota.of(limit).withBurst(burst));
            if (fits) {
                assertThat(policy.withLease(5).lease()).isEqualTo(5);
            } else {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> policy.withLease(5))
                        .withMessageStartingWith("a lease needs a burst that is larger");
            }
        }

        @Test
        void holdForPlansToo() {
            RateLimitPolicy plans = RateLimitPolicy.of("api", Quota.of("100/1m"))
                    .withPlans(Quota.of("100/1m"), Map.of("tiny", Quota.of("1/1d"), "all", Quota.UNLIMITED), "all");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> plans.withLease(5))
                    .withMessageStartingWith("a lease needs a burst that is larger");
        }
    }

    @Test
    void leakyBucketsGiveNothingBack() {
        List<StatusRange> statuses = List.of(StatusRange.valueOf("5xx"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> API.withRefundOn(statuses).withAlgorithm(Algorithm.LEAKY_BUCKET))
                .withMessageStartingWith("a leaky bucket gives nothing back");
        assertThat(API.withResetOn(statuses)
                        .withAlgorithm(Algorithm.LEAKY_BUCKET)
                        .resetsOn(503))
                .isTrue();
    }

    @Test
    void burstGoesWithTokenBucketsOnly() {
        Quota bursty = Quota.of("10/1s").withBurst(20L);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RateLimitPolicy.of("api", bursty).withAlgorithm(Algorithm.FIXED_WINDOW))
                .withMessage("a burst goes with token-bucket only");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DAILY.withPlans(Quota.of("10/1d"), Map.of("pro", bursty), null));
    }

    @Test
    void slidingLogsAreShort() {
        assertThat(RateLimitPolicy.of("log", Quota.of("1000/1s")).withAlgorithm(Algorithm.SLIDING_LOG))
                .isNotNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        RateLimitPolicy.of("log", Quota.of("1/1m", "1001/1h")).withAlgorithm(Algorithm.SLIDING_LOG))
                .withMessageContaining("at most 1,000 permits");
    }

    @Nested
    class LeakyBuckets {

        private RateLimitPolicy leaky(String limit, Duration maxDelay) {
            return RateLimitPolicy.of("leaky", Quota.of(limit))
                    .withAlgorithm(Algorithm.LEAKY_BUCKET)
                    .withMaxDelay(maxDelay);
        }

        @Test
        void haveOneLimit() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RateLimitPolicy.of("leaky", Quota.of("1/1s", "10/1m"))
                            .withAlgorithm(Algorithm.LEAKY_BUCKET))
                    .withMessage("leaky-bucket goes with exactly one limit");
        }

        @Test
        void delayAMinuteAtMost() {
            assertThat(leaky("10/1s", Duration.ofMinutes(1)).maxDelay()).isEqualTo(Duration.ofMinutes(1));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> leaky("10/1s", Duration.ofMillis(60_001)))
                    .withMessage("the longest delay must be from 0 to 60s");
            assertThatIllegalArgumentException().isThrownBy(() -> leaky("10/1s", Duration.ofMillis(-1)));
        }

        @Test
        void holdNoMoreThanACountCanBe() {
            assertThat(leaky("1000000000/1m", Duration.ofMillis(59_999))).isNotNull();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> leaky("1000000000/1m", Duration.ofMinutes(1)))
                    .withMessageContaining("would wait within the longest delay");
        }

        @Test
        void aloneDelay() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> API.withMaxDelay(Duration.ofSeconds(1)))
                    .withMessage("a longest delay goes with leaky-bucket only");
        }
    }

    @Test
    void eachCopyChangesOneThing() {
        RateLimitPolicy changed = DAILY.withEnforce(false)
                .withExpose(false)
                .withOnStoreFailure(OnStoreFailure.CLOSED)
                .withAlertAt(List.of(80))
                .withRefundOn(List.of(StatusRange.valueOf("5xx")))
                .withResetOn(List.of(StatusRange.valueOf("2xx")))
                .withBlock(List.of(Duration.ofMinutes(1)))
                .withZone(KATHMANDU);

        assertThat(changed)
                .isEqualTo(new RateLimitPolicy(
                        "daily",
                        Algorithm.FIXED_WINDOW,
                        Quota.of("10/1d"),
                        Map.of(),
                        null,
                        KATHMANDU,
                        Duration.ZERO,
                        List.of(80),
                        List.of(StatusRange.valueOf("5xx")),
                        List.of(StatusRange.valueOf("2xx")),
                        List.of(Duration.ofMinutes(1)),
                        0,
                        OnStoreFailure.CLOSED,
                        false,
                        false));
    }

    @Test
    void hasAtMost31AlertLevels() {
        RateLimitPolicy window = RateLimitPolicy.of("w", Quota.of("10/1d")).withAlgorithm(Algorithm.FIXED_WINDOW);

        assertThat(window.withAlertAt(IntStream.rangeClosed(1, 31).boxed().toList())
                        .alertAt())
                .hasSize(31);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        window.withAlertAt(IntStream.rangeClosed(1, 32).boxed().toList()))
                .withMessage("there are at most 31 alert levels");
    }
}
