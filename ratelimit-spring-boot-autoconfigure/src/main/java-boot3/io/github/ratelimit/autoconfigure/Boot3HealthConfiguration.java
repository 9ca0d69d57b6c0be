package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.actuate.Boot3HealthIndicator;
import io.github.ratelimit.internal.actuate.HealthReport;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The health component on Spring Boot 3.5, where {@code HealthLine} finds its classes. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnEnabledHealthIndicator("ratelimit")
class Boot3HealthConfiguration {

    @Bean
    Boot3HealthIndicator ratelimitHealthIndicator(HealthReport report) {
        return new Boot3HealthIndicator(report);
    }
}
