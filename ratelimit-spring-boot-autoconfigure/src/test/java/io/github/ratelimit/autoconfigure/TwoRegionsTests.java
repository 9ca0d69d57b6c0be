package io.github.ratelimit.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitAlertEvent;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimited;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.internal.limiter.PolicyChange;
import io.github.ratelimit.internal.limiter.PolicyChanges;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Two groups of instances, each with a Redis of its own, that have 0.6 and 0.4 of every limit. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
class TwoRegionsTests {

    private final RedisServer otherRedis = RedisServer.start();
    private final List<RunningApplication> regions = new ArrayList<>();

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @RestController
    static class Application {

        final BlockingQueue<RateLimitAlertEvent> alerts = new LinkedBlockingQueue<>();

        @GetMapping("/api/x")
        String x() {
            return "x";
        }

        @EventListener
        void on(RateLimitAlertEvent alert) {
            alerts.add(alert);
        }

        static class Reports {

            @RateLimited(limit = "10/1h", key = "#name")
            public void print(String name) {}
        }

        @Bean
        Reports reports() {
            return new Reports();
        }
    }

    @BeforeAll
    void start() {
        regions.add(region("0.6", RedisServer.shared()));
        regions.add(region("0.4", otherRedis));
    }

    private static RunningApplication region(String share, RedisServer redis) {
        return RunningApplication.start(
                Application.class,
                "spring.data.redis.port=" + redis.port(),
                "ratelimit.region-share=" + share,
                "spring.security.user.name=unused",
                "ratelimit.policies.api.paths=/api/**",
                "ratelimit.policies.api.key=header:X-User",
                "ratelimit.policies.api.phase=before-security",
                "ratelimit.policies.api.limit=50/1h",
                "ratelimit.policies.bucket.limit=10/366d",
                "ratelimit.policies.window.limit=10/1d",
                "ratelimit.policies.window.algorithm=fixed-window",
                "ratelimit.policies.odd.limit=11/1d",
                "ratelimit.policies.odd.algorithm=fixed-window",
                "ratelimit.policies.sliding.limit=10/1d",
                "ratelimit.policies.sliding.algorithm=sliding-window",
                "ratelimit.policies.exact.limit=10/1d",
                "ratelimit.policies.exact.algorithm=sliding-log",
                "ratelimit.policies.both.limit=10/1h, 20/1d",
                "ratelimit.policies.one.limit=1/1d",
                "ratelimit.policies.one.algorithm=fixed-window",
                "ratelimit.policies.planned.default-plan=basic",
                "ratelimit.policies.planned.plans.basic.limit=10/1d",
                "ratelimit.policies.planned.plans.basic.members=ben",
                "ratelimit.policies.planned.plans.pro.limit=10/366d",
                "ratelimit.policies.planned.plans.pro.burst=20",
                "ratelimit.policies.planned.plans.pro.members=ana",
                "ratelimit.policies.changed.limit=10/366d",
                "ratelimit.policies.budget.key=global",
                "ratelimit.policies.budget.limit=10/1d",
                "ratelimit.policies.budget.algorithm=fixed-window",
                "ratelimit.policies.budget.alert-at=50%",
                "ratelimit.policies.blocked.limit=5/1d",
                "ratelimit.policies.blocked.algorithm=fixed-window",
                "ratelimit.policies.blocked.block=1h");
    }

    @AfterAll
    void stop() {
        regions.forEach(RunningApplication::close);
        otherRedis.close();
    }

    private static RateLimitDecision call(RunningApplication region, String policy, String key, long cost) {
        RateLimitDecision decision = region.context()
                .getBean(RateLimiter.class)
                .tryAcquire(RateLimitCheck.of(policy, key).cost(cost));
        assertThat(decision.results().get(0).basis()).isIn(Basis.STORE, Basis.DENIAL_CACHE);
        return decision;
    }

    /** How many of so many calls pass in each region. */
    private List<Long> passed(String policy, String key, int calls) {
        return regions.stream()
                .map(region -> IntStream.range(0, calls)
                        .filter(call -> call(region, policy, key, 1).isAllowed())
                        .count())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "bucket, 6, 4",
        "window, 6, 4",
        "odd, 6, 4", // 6.6 and 4.4, rounded down
        "sliding, 6, 4",
        "exact, 6, 4",
        "both, 6, 4",
        "one, 1, 1", // at least one permit
    })
    void letPassTheLimitTogether(String policy, long one, long other) {
        assertThat(passed(policy, "together", 25)).containsExactly(one, other);
    }

    @Test
    void haveTheirPartOfPlansAndOfTheirBurst() {
        assertThat(passed("planned", "ben", 25)).containsExactly(6L, 4L);
        assertThat(passed("planned", "ana", 25)).containsExactly(12L, 8L);
    }

    @Test
    void haveTheirPartOfAnAnnotationsLimit() {
        for (RunningApplication region : regions) {
            region.context().getBean(Application.Reports.class).print("ana");
        }

        assertThat(passed("reports.print", "ana", 25))
                .as("beside the one printed")
                .containsExactly(5L, 3L);
    }

    @Test
    void tellTheirPartInHeaders() {
        assertThat(regions.stream().map(region -> {
                    HttpResponse<String> response = region.get("/api/x", "X-User", "ana");
                    return Stream.of("X-RateLimit-Limit", "X-RateLimit-Remaining", "RateLimit-Policy")
                            .map(name -> response.headers().firstValue(name).orElse("-"))
                            .toList();
                }))
                .containsExactly(
                        List.of("30", "29", "\"api\";q=30;w=3600"), List.of("20", "19", "\"api\";q=20;w=3600"));
    }

    @Test
    void takeAChangeAtRunTimeAsTheLimitOfAllRegions() throws StoreFailureException {
        assertThat(passed("changed", "ana", 25)).containsExactly(6L, 4L);
        for (RunningApplication region : regions) {
            PolicyChanges changes = region.context().getBean(PolicyChanges.class);
            changes.change(
                    region.context().getBean(Policies.class).get("changed"),
                    new PolicyChange(Map.of("limit", "20/366d"), null, null));
        }

        assertThat(passed("changed", "ana", 25)).as("what was used stays used").containsExactly(6L, 4L);
        assertThat(passed("changed", "ben", 25)).containsExactly(12L, 8L);
    }

    @Test
    void announceLevelsOfTheirPart() throws InterruptedException {
        RunningApplication region = regions.get(1);
        RateLimiter limiter = region.context().getBean(RateLimiter.class);
        RateLimitDecision second = null;
        for (int i = 0; i < 2; i++) {
            second = limiter.tryAcquire(RateLimitCheck.of("budget"));
        }

        assertThat(second.results().get(0).usages().get(0).remaining()).isEqualTo(2);
        RateLimitAlertEvent alert =
                region.context().getBean(Application.class).alerts.poll(30, TimeUnit.SECONDS);
        assertThat(alert).isNotNull();
        assertThat(alert.level()).isEqualTo(50);
    }

    @Test
    void blockWhoeverUsedTheirPartUpInTheirRegionOnly() {
        RunningApplication region = regions.get(1);
        call(region, "blocked", "ana", 2);

        assertThat(call(region, "blocked", "ana", 1).results().get(0).blockedFor())
                .isPositive();
        assertThat(call(regions.get(0), "blocked", "ana", 1).isAllowed()).isTrue();
    }

    @Test
    void neverHaveWhatCostsMoreThanTheirPart(CapturedOutput output) {
        RateLimitDecision decision = call(regions.get(1), "window", "large", 5);

        assertThat(decision.isAllowed()).isFalse();
        assertThat(decision.results().get(0).retryAfter()).isNull();
        assertThat(output).contains("'window' was asked for 5 permits at once, more than it ever has");
        assertThat(call(regions.get(0), "window", "large", 5).isAllowed()).isTrue();
    }

    @Test
    void waitForTheirSlowerRate() {
        Duration wait = Duration.ofDays(366).dividedBy(10);
        passed("bucket", "waiting", 10);

        assertThat(regions.stream()
                        .map(region -> call(region, "bucket", "waiting", 1)
                                .results()
                                .get(0)
                                .retryAfter()))
                .satisfiesExactly(
                        one -> assertThat(one).isCloseTo(wait.multipliedBy(10).dividedBy(6), Duration.ofMinutes(10)),
                        other -> assertThat(other)
                                .isCloseTo(wait.multipliedBy(10).dividedBy(4), Duration.ofMinutes(10)));
    }
}
