package io.github.ratelimit.internal.denial;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** What a flood of refused requests by many keys asks of a real Redis. */
class FloodOfManyKeysTests {

    private final RedisServer server = RedisServer.start();
    private final ConfigurableApplicationContext context = RunningApplication.run(
            Application.class,
            "spring.main.web-application-type=none",
            "spring.data.redis.port=" + server.port(),
            "ratelimit.redis.deadline=20s",
            "ratelimit.policies.bucket.limit=5/1h",
            "ratelimit.policies.bucket.key=principal");

    @Configuration
    @EnableAutoConfiguration
    static class Application {}

    @AfterEach
    void close() {
        context.close();
        server.close();
    }

    /** Each key every 230 ms: if callers asked for each once a second, some 1,500 decisions were the store's. */
    @Test
    void isAskedForBesideTheCallers() {
        RateLimiter limiter = context.getBean(RateLimiter.class);
        List<RateLimitCheck> keys = IntStream.range(0, 500)
                .mapToObj(i -> RateLimitCheck.of("bucket", "flooding" + i).cost(6))
                .toList();
        keys.forEach(limiter::tryAcquire);
        int ofStore = 0;
        for (int round = 0; round < 16; round++) {
            long next = System.nanoTime() + 230_000_000;
            for (RateLimitCheck key : keys) {
                RateLimitDecision decision = limiter.tryAcquire(key);
                assertThat(decision.isAllowed()).isFalse();
                ofStore += decision.results().get(0).basis() == Basis.STORE ? 1 : 0;
            }
            for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
        assertThat(ofStore).isLessThan(750);
    }
}
