package io.github.ratelimit.benchmarks;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the application with this project has beside its dependency: a listener that counts {@link DecisionsAside}. */
@Configuration(proxyBeanMethods = false)
class CountedAside {

    @Bean
    RateLimitListener decisionsAside() {
        return CountedAside::count;
    }

    private static void count(RateLimitDecision decision) {
        for (RateLimitDecision.Result result : decision.results()) {
            if (result.basis() != Basis.STORE && result.basis() != Basis.DENIAL_CACHE) {
                DecisionsAside.COUNT.increment();
                return;
            }
        }
    }
}
