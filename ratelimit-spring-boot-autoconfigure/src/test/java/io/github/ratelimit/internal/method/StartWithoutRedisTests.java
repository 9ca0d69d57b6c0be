package io.github.ratelimit.internal.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitExceededException;
import io.github.ratelimit.RateLimited;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** An application that finds no Redis: annotated methods and code go each policy's way, and later Redis's. */
@ExtendWith(OutputCaptureExtension.class)
class StartWithoutRedisTests {

    private final RedisServer redis = RedisServer.start();
    private boolean frozen;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Sender.class)
    static class Application {}

    static class Sender {

        @RateLimited(policy = "closed", key = "#key")
        @RateLimited(policy = "open", key = "#key")
        @RateLimited(policy = "local", key = "#key")
        public void mixed(String key) {
            // only limited
        }

        @RateLimited(policy = "open", key = "#key")
        @RateLimited(policy = "local", key = "#key")
        public void soft(String key) {
            // only limited
        }
    }

    @AfterEach
    void stop() {
        if (frozen) {
            redis.resume();
        }
        redis.close();
    }

    private void loseRedis(boolean freezes) {
        if (freezes) {
            redis.pause();
        } else {
            redis.kill();
        }
        frozen = freezes;
    }

    private void returnRedis() {
        if (frozen) {
            redis.resume();
        } else {
            redis.restart();
        }
        frozen = false;
    }

    private ConfigurableApplicationContext start() {
        return RunningApplication.run(
                Application.class,
                "spring.main.web-application-type=none",
                "spring.data.redis.host=127.0.0.1",
                "spring.data.redis.port=" + redis.port(),
                "ratelimit.instances=2",
                "ratelimit.policies.closed.limit=1000/1h",
                "ratelimit.policies.closed.on-store-failure=closed",
                "ratelimit.policies.open.limit=1000/1h",
                "ratelimit.policies.open.on-store-failure=open",
                "ratelimit.policies.local.limit=4/1h");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void goesOnAndFindsRedisLater(boolean freezes, CapturedOutput output) {
        loseRedis(freezes);
        try (ConfigurableApplicationContext context = start()) {
            Sender sender = context.getBean(Sender.class);
            RateLimiter limiter = context.getBean(RateLimiter.class);
            assertThat(output).containsOnlyOnce("Rate limits start without Redis at 127.0.0.1:" + redis.port() + " (");

            assertUndecided(limiter.tryAcquire(
                    RateLimitCheck.of("closed", "ana"),
                    RateLimitCheck.of("open", "ana"),
                    RateLimitCheck.of("local", "ana")));
            assertThatThrownBy(() -> sender.mixed("ana"))
                    .isInstanceOfSatisfying(
                            RateLimitExceededException.class, refused -> assertUndecided(refused.decision()));
            assertPasses(2, sender, "ana"); // half of 4, and what was undecided has charged nothing

            returnRedis();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> limiter.tryAcquire(RateLimitCheck.of("closed", "ana"))
                            .isAllowed());
            sender.mixed("ana");
            assertPasses(3, sender, "ana");
        }
    }

    private static void assertUndecided(RateLimitDecision decision) {
        assertThat(decision.outcome()).isEqualTo(Outcome.UNAVAILABLE);
        assertThat(decision.isAllowed()).isFalse();
        assertThat(decision.results())
                .extracting(Result::basis)
                .containsExactlyInAnyOrder(Basis.CLOSED, Basis.OPEN, Basis.LOCAL);
        assertThat(decision.retryAfter())
                .hasValueSatisfying(wait -> assertThat(wait).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2)));
    }

    private static void assertPasses(int times, Sender sender, String key) {
        for (int i = 0; i < times; i++) {
            sender.soft(key);
        }
        assertThatThrownBy(() -> sender.soft(key))
                .isInstanceOfSatisfying(
                        RateLimitExceededException.class,
                        refused -> assertThat(refused.decision().outcome()).isEqualTo(Outcome.REFUSED));
    }
}
