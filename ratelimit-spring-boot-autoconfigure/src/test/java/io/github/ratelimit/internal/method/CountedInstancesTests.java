package io.github.ratelimit.internal.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Without {@code ratelimit.instances} an application's share is what Redis has told of the instances that live. */
class CountedInstancesTests {

    private final RedisServer redis = RedisServer.start();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @AfterEach
    void stop() {
        redis.close();
    }

    private void beats(String other) {
        long micros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis() - 3_000);
        redis.command("ZADD rl:counted:instances " + micros + " " + other);
    }

    private ConfigurableApplicationContext start() {
        return RunningApplication.run(
                Application.class,
                "spring.main.web-application-type=none",
                "spring.data.redis.port=" + redis.port(),
                "ratelimit.key-prefix=rl:counted",
                "ratelimit.policies.api.limit=30/1h");
    }

    private static Result take(RateLimiter limiter, Basis basis) {
        return Awaitility.await()
                .until(
                        () -> limiter.tryAcquire(RateLimitCheck.of("api", "ana"))
                                .results()
                                .get(0),
                        result -> result.basis() == basis);
    }

    @Test
    void shareTheLimitWhileRedisIsGone() {
        beats("one");
        beats("another");
        try (ConfigurableApplicationContext context = start()) {
            RateLimiter limiter = context.getBean(RateLimiter.class);
            Awaitility.await()
                    .until(() -> redis.answer("ZCARD rl:counted:instances").equals(":3"));
            take(limiter, Basis.STORE); // whose answer comes after that to the heartbeat
            redis.kill();
            assertThat(take(limiter, Basis.LOCAL).usages().get(0).capacity()).isEqualTo(10);
        }
    }
}
