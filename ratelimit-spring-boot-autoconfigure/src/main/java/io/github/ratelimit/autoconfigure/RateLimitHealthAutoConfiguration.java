package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.actuate.HealthReport;
import io.github.ratelimit.internal.limiter.GlobalBudgets;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.internal.limiter.StoreRateLimiter;
import io.github.ratelimit.internal.limiter.StoreStatus;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The health component {@code ratelimit}, of whichever classes this line of Spring Boot has. */
@AutoConfiguration(after = RateLimitAutoConfiguration.class)
@ConditionalOnBean(StoreRateLimiter.class)
@Import(HealthLine.class)
public final class RateLimitHealthAutoConfiguration {

    @Bean
    HealthReport rateLimitHealthReport(
            RateLimitSettings settings, Policies policies, GlobalBudgets budgets, ObjectProvider<StoreStatus> store) {
        return new HealthReport(policies, store.getIfAvailable(), budgets, settings.healthDownOnStoreFailure());
    }
}
