package io.github.ratelimit.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.plan.RateLimitPlanResolver;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Plans and Redis: a change keeps what was used, and Redis has no say in who is on which plan. */
class ChangedPlanTests {

    private static final Duration LONG = Duration.ofSeconds(30);

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {

        final Map<String, String> plans = new ConcurrentHashMap<>();

        @Bean
        RateLimitPlanResolver plans() {
            return value -> value.equals("hangs") ? hang() : plans.get(value);
        }

        private static String hang() {
            try {
                new CountDownLatch(1).await();
                throw new IllegalStateException("nobody counts down");
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    private static ConfigurableApplicationContext run(String... more) {
        return RunningApplication.run(
                Application.class,
                Stream.concat(
                                Stream.of(
                                        "spring.main.web-application-type=none",
                                        "ratelimit.plan-refresh=100ms",
                                        "ratelimit.plan-timeout=10s",
                                        "ratelimit.policies.api.plan=bean:plans",
                                        "ratelimit.policies.api.default-plan=basic",
                                        "ratelimit.policies.api.plans.basic.limit=5/1h",
                                        "ratelimit.policies.api.plans.pro.limit=100/1h"),
                                Stream.of(more))
                        .toArray(String[]::new));
    }

    private static Map<String, String> plans(ConfigurableApplicationContext application) {
        return application.getBean(Application.class).plans;
    }

    private static void move(ConfigurableApplicationContext application, String value, String plan) {
        plans(application).put(value, plan);
        RateLimiter limiter = application.getBean(RateLimiter.class);
        await().atMost(LONG)
                .until(() -> plan.equals(
                        result(limiter.peek(RateLimitCheck.of("api", value))).plan()));
    }

    private static Result result(RateLimitDecision decision) {
        return decision.results().get(0);
    }

    @ParameterizedTest
    @CsvSource({"token-bucket, 1h", "fixed-window, 1h", "sliding-window, 2h", "sliding-log, 1h"})
    void keepsWhatWasUsed(String algorithm, String longestWait) {
        try (ConfigurableApplicationContext application = run("ratelimit.policies.api.algorithm=" + algorithm)) {
            RateLimiter limiter = application.getBean(RateLimiter.class);
            RateLimitCheck check = RateLimitCheck.of("api", "ana");
            move(application, "ana", "basic");
            assertThat(limiter.tryAcquire(check.cost(5)).isAllowed()).isTrue();
            assertThat(limiter.tryAcquire(check).isAllowed()).isFalse();

            move(application, "ana", "pro");
            RateLimitDecision raised = limiter.tryAcquire(check.cost(20));
            assertThat(raised.isAllowed()).as("a raise frees at once").isTrue();
            assertThat(result(raised).usages().get(0).remaining())
                    .as("of 100, after 5 and 20")
                    .isBetween(75L, 76L);

            move(application, "ana", "basic");
            RateLimitDecision lowered = limiter.tryAcquire(check);
            assertThat(lowered.isAllowed()).isFalse();
            assertThat(lowered.retryAfter())
                    .hasValueSatisfying(wait ->
                            assertThat(wait).isBetween(Duration.ofSeconds(1), Duration.parse("PT" + longestWait)));
        }
    }

    @Test
    void needsNoRedis() {
        try (RedisServer redis = RedisServer.start();
                ConfigurableApplicationContext application =
                        run("spring.data.redis.port=" + redis.port(), "ratelimit.redis.deadline=500ms")) {
            RateLimiter limiter = application.getBean(RateLimiter.class);
            plans(application).put("ana", "pro");
            plans(application).put("ben", "pro");
            limiter.tryAcquire(RateLimitCheck.of("api", "ana"));
            redis.kill();

            for (String value : new String[] {"ana", "ben"}) {
                Result local = result(limiter.tryAcquire(RateLimitCheck.of("api", value)));
                assertThat(local.basis()).isEqualTo(Basis.LOCAL);
                assertThat(local.plan()).as(value).isEqualTo("pro");
            }
            move(application, "ana", "basic");
        }
    }

    @Test
    void endsItsThreadsWithTheApplication() {
        try (ConfigurableApplicationContext application = run(
                "ratelimit.store=local",
                "ratelimit.plan-timeout=500ms",
                "ratelimit.policies.api.on-missing-key=skip")) {
            application.getBean(RateLimiter.class).tryAcquire(RateLimitCheck.of("api", "hangs"));
            assertThat(hasLookUpThreads()).isTrue();
        }
        await().atMost(LONG).until(() -> !hasLookUpThreads());
    }

    private static boolean hasLookUpThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("ratelimit-plans-"));
    }
}
