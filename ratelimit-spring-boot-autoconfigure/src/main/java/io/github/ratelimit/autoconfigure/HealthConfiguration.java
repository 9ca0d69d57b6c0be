package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.actuate.HealthReport;
import io.github.ratelimit.internal.actuate.RateLimitHealthIndicator;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The health component on Spring Boot 4, where {@link HealthLine} finds its classes. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnEnabledHealthIndicator("ratelimit")
class HealthConfiguration {

    @Bean
    RateLimitHealthIndicator ratelimitHealthIndicator(HealthReport report) {
        return new RateLimitHealthIndicator(report);
    }
}
