package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.limiter.LocalChanges;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Counts in this process. Without a Redis client it stands in until {@link StartupChecks} has looked for policies. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(RateLimitStore.class)
class LocalStoreConfiguration {

    @Bean
    LocalStore rateLimitStore(RateLimitSettings settings, LocalClock clock) {
        return new LocalStore(settings.localMaxKeys(), clock);
    }

    @Bean
    LocalChanges rateLimitLocalChanges() {
        return new LocalChanges();
    }
}
