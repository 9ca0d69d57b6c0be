package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.limiter.GlobalBudgets;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.StoreRateLimiter;
import io.github.ratelimit.internal.limiter.StoreStatus;
import io.github.ratelimit.internal.metrics.DecisionMeters;
import io.github.ratelimit.internal.metrics.StateGauges;
import io.github.ratelimit.internal.metrics.StoreCallMeters;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Meters of the limiter in the application's registry, if it has one. */
@AutoConfiguration(
        after = RateLimitAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(StoreRateLimiter.class)
@ConditionalOnSingleCandidate(MeterRegistry.class)
public final class RateLimitMetricsAutoConfiguration {

    @Bean
    DecisionMeters rateLimitDecisionMeters(MeterRegistry registry) {
        return new DecisionMeters(registry);
    }

    @Bean
    @ConditionalOnBean(StoreStatus.class)
    StoreCallMeters rateLimitStoreCallMeters(MeterRegistry registry) {
        return new StoreCallMeters(registry);
    }

    @Bean
    @Lazy(false)
    StateGauges rateLimitStateGauges(
            MeterRegistry registry, RateLimitStore store, GlobalBudgets budgets, ObjectProvider<StoreStatus> status) {
        StateGauges gauges = new StateGauges(registry);
        gauges.localKeys(store);
        budgets.all().forEach(gauges::usage);
        status.ifAvailable(gauges::breaker);
        return gauges;
    }
}
