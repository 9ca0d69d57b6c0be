package io.github.ratelimit.internal.denial;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** What a flood of refused requests asks of a real Redis. */
class RefusedFloodTests {

    private static final RedisServer SERVER = RedisServer.start();
    private static final RedisClient CLIENT = RedisClient.create(RedisURI.create(SERVER.host(), SERVER.port()));
    private static final ConfigurableApplicationContext CONTEXT = RunningApplication.run(
            Application.class,
            "spring.main.web-application-type=none",
            "spring.data.redis.port=" + SERVER.port(),
            "ratelimit.instances=1", // no heartbeat, which runs a script too
            "ratelimit.redis.deadline=20s",
            "ratelimit.policies.bucket.limit=5/1h",
            "ratelimit.policies.bucket.key=principal",
            "ratelimit.policies.window.limit=5/1h, 1000/1d",
            "ratelimit.policies.window.key=principal",
            "ratelimit.policies.window.algorithm=sliding-window",
            "ratelimit.policies.leaky.limit=5/1h",
            "ratelimit.policies.leaky.key=principal",
            "ratelimit.policies.leaky.algorithm=leaky-bucket");

    private final RateLimiter limiter = CONTEXT.getBean(RateLimiter.class);

    @Configuration
    @EnableAutoConfiguration
    static class Application {}

    @AfterAll
    static void close() {
        CONTEXT.close();
        CLIENT.shutdown();
        SERVER.close();
    }

    private static long scriptCalls() {
        try (var connection = CLIENT.connect()) {
            return connection
                    .sync()
                    .info("commandstats")
                    .lines()
                    .filter(line -> line.startsWith("cmdstat_eval"))
                    .mapToLong(line -> Long.parseLong(line.substring(line.indexOf("calls=") + 6, line.indexOf(','))))
                    .sum();
        }
    }

    private static RateLimitCheck[] checks(String policies) {
        return Arrays.stream(policies.split(" "))
                .map(policy -> RateLimitCheck.of(policy, policies.replace(' ', '-')))
                .toArray(RateLimitCheck[]::new);
    }

    private RateLimitDecision emptied(RateLimitCheck... checks) {
        RateLimitDecision decision = limiter.tryAcquire(checks);
        while (decision.isAllowed()) {
            decision = limiter.tryAcquire(checks);
        }
        return decision;
    }

    @ParameterizedTest
    @ValueSource(strings = {"bucket", "window", "leaky", "bucket window leaky"})
    void ofTenThousandRequestsIsAtMostOneCallASecond(String policies) {
        RateLimitCheck[] checks = checks(policies);
        emptied(checks);
        long before = scriptCalls();
        long start = System.nanoTime();
        boolean allRefused = IntStream.range(0, 10_000)
                .parallel()
                .noneMatch(i -> limiter.tryAcquire(checks).isAllowed());
        long seconds = (System.nanoTime() - start) / 1_000_000_000;

        assertThat(allRefused).isTrue();
        assertThat(scriptCalls() - before).isLessThanOrEqualTo(seconds + 1);
    }

    @Test
    void isLetThroughAtOnceAfterAResetHere() {
        RateLimitCheck[] checks = checks("bucket window");
        emptied(checks);
        limiter.reset(checks[0]);
        limiter.reset(checks[1]);

        assertThat(limiter.tryAcquire(checks).isAllowed()).isTrue();
    }

    @Test
    void isLetThroughAtOnceAfterARefundHere() {
        RateLimitCheck all = RateLimitCheck.of("bucket", "refunded").cost(5);
        RateLimitDecision charged = limiter.tryAcquire(all);
        emptied(all.cost(1));
        limiter.refund(charged);

        assertThat(limiter.tryAcquire(all.cost(1)).isAllowed()).isTrue();
    }
}
