package io.github.ratelimit.scale;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.testing.RunningApplication;
import java.util.Locale;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** The limiter bean of a Spring Boot application, with policies of all kinds by account: slow ones, or keys would expire unmeasured. */
final class Shop implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final RateLimiter limiter;

    Shop(int port) {
        context = RunningApplication.run(
                Application.class,
                "spring.main.web-application-type=none",
                "logging.level.root=error",
                "spring.data.redis.port=" + port,
                "ratelimit.key-prefix=rl:shop",
                "ratelimit.policies.bucket.limit=60/1d",
                "ratelimit.policies.hashed.limit=60/1d",
                "ratelimit.policies.hashed.key=header:X-Api-Key",
                "ratelimit.policies.three.limit=10/1h, 100/1d, 1000/30d",
                "ratelimit.policies.window.limit=6000/1h",
                "ratelimit.policies.window.algorithm=fixed-window",
                "ratelimit.policies.day.limit=5000/1d",
                "ratelimit.policies.day.algorithm=fixed-window",
                "ratelimit.policies.day.zone=Asia/Kathmandu",
                "ratelimit.policies.day.alert-at=80%, 100%",
                "ratelimit.policies.sliding.limit=6000/1h",
                "ratelimit.policies.sliding.algorithm=sliding-window",
                "ratelimit.policies.leaky.limit=60/1h",
                "ratelimit.policies.leaky.algorithm=leaky-bucket",
                "ratelimit.policies.leaky.max-delay=60s",
                "ratelimit.policies.blocked.limit=1/1h",
                "ratelimit.policies.blocked.algorithm=fixed-window",
                "ratelimit.policies.blocked.block=1h",
                "ratelimit.policies.log.limit=1000/1h",
                "ratelimit.policies.log.algorithm=sliding-log",
                "ratelimit.policies.wide.limit=1000000000/1h",
                "ratelimit.policies.shut.limit=1/1d",
                "ratelimit.policies.shut.algorithm=fixed-window");
        limiter = context.getBean(RateLimiter.class);
    }

    @Configuration
    @EnableAutoConfiguration
    static class Application {}

    /** An account's name, as long as that of any other. */
    static String account(int number) {
        return String.format(Locale.ROOT, "account-%08d", number);
    }

    RateLimitDecision take(String policy, String account, int cost) {
        RateLimitDecision decision =
                limiter.tryAcquire(RateLimitCheck.of(policy, account).cost(cost));
        Basis basis = decision.results().get(0).basis();
        if (basis != Basis.STORE && basis != Basis.DENIAL_CACHE) {
            throw new IllegalStateException("not decided by Redis: " + decision);
        }
        return decision;
    }

    @Override
    public void close() {
        context.close();
    }
}
