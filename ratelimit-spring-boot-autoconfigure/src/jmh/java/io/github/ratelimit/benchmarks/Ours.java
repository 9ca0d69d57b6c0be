package io.github.ratelimit.benchmarks;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitListener;
import io.github.ratelimit.RateLimiter;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The limiter bean of a Spring Boot application: deadline, circuit breaker, denial cache and a listener are on. */
final class Ours implements Limiter {

    private static final String KEYED = ".key=principal";

    private final ConfigurableApplicationContext context;
    private final RateLimiter limiter;

    Ours(int port) {
        context = new SpringApplicationBuilder(Application.class)
                .run(
                        "--spring.main.banner-mode=off",
                        "--spring.main.web-application-type=none",
                        "--logging.level.root=error",
                        "--spring.data.redis.port=" + port,
                        // What a pause of this machine makes of a check would be measured as a fast one.
                        "--ratelimit.redis.deadline=5s",
                        policy("api", ".limit=" + Way.LIMIT + "/1h"),
                        policy("api", KEYED),
                        policy("second", ".limit=" + Way.LIMIT + "/1h"),
                        policy("second", KEYED),
                        policy("third", ".limit=" + Way.LIMIT + "/1h"),
                        policy("third", KEYED),
                        policy("fourth", ".limit=" + Way.LIMIT + "/1h"),
                        policy("fourth", KEYED),
                        policy("leased", ".limit=" + Way.LIMIT + "/1h"),
                        policy("leased", ".lease=50"),
                        policy("leased", KEYED),
                        policy("tight", ".limit=1/1d"),
                        policy("tight", KEYED));
        limiter = context.getBean(RateLimiter.class);
    }

    @Configuration
    @EnableAutoConfiguration
    static class Application {

        @Bean
        RateLimitListener countedDecisions() {
            LongAdder decisions = new LongAdder();
            return decision -> decisions.increment();
        }
    }

    private static String policy(String name, String property) {
        return "--ratelimit.policies." + name + property;
    }

    @Override
    public boolean take(String key) {
        return byTheStore(limiter.tryAcquire(RateLimitCheck.of("api", key)));
    }

    /** Four policies' checks of one key in one decision. */
    boolean takeOfFour(String key) {
        return byTheStore(limiter.tryAcquire(
                RateLimitCheck.of("api", key),
                RateLimitCheck.of("second", key),
                RateLimitCheck.of("third", key),
                RateLimitCheck.of("fourth", key)));
    }

    /** A permit of a policy whose permits are taken fifty at once. */
    boolean takeOfLease(String key) {
        return limiter.tryAcquire(RateLimitCheck.of("leased", key)).isAllowed();
    }

    /** A permit of a key that has none for a day. */
    RateLimitDecision takeOfEmpty(String key) {
        return limiter.tryAcquire(RateLimitCheck.of("tight", key));
    }

    private static boolean byTheStore(RateLimitDecision decision) {
        if (decision.results().get(0).basis() != Basis.STORE) {
            throw new IllegalStateException("not decided by Redis: " + decision);
        }
        return decision.isAllowed();
    }

    @Override
    public void close() {
        context.close();
    }
}
