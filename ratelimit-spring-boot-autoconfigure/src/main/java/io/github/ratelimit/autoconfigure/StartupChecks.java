package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.local.LocalStore;
import io.github.ratelimit.internal.web.Route;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.util.ClassUtils;

/** What can only be seen once all beans are made: limits that nothing enforces. */
final class StartupChecks implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(StartupChecks.class);

    private static final List<String> REDIS_CLIENTS =
            List.of("io.lettuce.core.RedisClient", "redis.clients.jedis.Jedis");

    private final RateLimitSettings settings;
    private final Policies policies;
    private final RateLimitStore store;
    private final boolean web;
    private final boolean lazy;

    StartupChecks(RateLimitSettings settings, Policies policies, RateLimitStore store, boolean web, boolean lazy) {
        this.settings = settings;
        this.policies = policies;
        this.store = store;
        this.web = web;
        this.lazy = lazy;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (settings.store() == RateLimitSettings.Store.REDIS
                && store instanceof LocalStore
                && !policies.all().isEmpty()) {
            throw new RateLimitConfigurationException(
                    "ratelimit.store",
                    "redis",
                    "there are policies and " + missing()
                            + ", or set ratelimit.store: local to count in this process only");
        }
        Set<String> routed = new HashSet<>();
        for (Route route : settings.routes()) {
            routed.add(route.policy().name());
            if (!web) {
                log.warn(
                        "ratelimit.policies.{}.paths has no effect: this is no servlet web application",
                        route.policy().name());
            }
        }
        for (ActivePolicy policy : policies.all()) {
            if (!web && policy.policy().hasOutcomes()) {
                log.warn(
                        "ratelimit.policies.{}.refund-on and reset-on have no effect: this is no servlet web application",
                        policy.name());
            }
            // Lazy beans have not been read yet.
            if (!lazy
                    && !routed.contains(policy.name())
                    && policies.methods(policy.name()).isEmpty()) {
                log.warn(
                        "Rate limit policy '{}' has no paths and no @RateLimited method names it: "
                                + "only code that calls RateLimiter can reach it",
                        policy.name());
            }
        }
    }

    private static String missing() {
        boolean client = REDIS_CLIENTS.stream().anyMatch(type -> ClassUtils.isPresent(type, null));
        return client
                ? "no RedisConnectionFactory; add spring-boot-starter-data-redis"
                : "no Redis client; add io.lettuce:lettuce-core, or redis.clients:jedis";
    }
}
