package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.internal.limiter.PassingRateLimiter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;

/**
 * Rate limits: the {@link RateLimiter} bean, the filter for policies with paths, and the aspect for annotated methods.
 * With {@code ratelimit.enabled: false} only a limiter that lets everything pass.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration"
        })
@ImportRuntimeHints(RateLimitHints.class)
public final class RateLimitAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "ratelimit.enabled", matchIfMissing = true)
    @Import({
        LimiterConfiguration.class,
        RedisStoreConfiguration.class,
        LocalStoreConfiguration.class,
        WebConfiguration.class,
        OutcomeConfiguration.class,
        MethodConfiguration.class,
        RefreshConfiguration.class
    })
    static class Enabled {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "ratelimit.enabled", havingValue = "false")
    static class Disabled {

        @Bean
        PassingRateLimiter rateLimiter(Environment environment) {
            ProcessedChoices.checkEnabled(false, environment);
            return new PassingRateLimiter();
        }
    }
}
