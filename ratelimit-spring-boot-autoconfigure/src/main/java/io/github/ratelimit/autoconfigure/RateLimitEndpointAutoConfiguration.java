package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.internal.actuate.KnownArguments;
import io.github.ratelimit.internal.actuate.PolicyCatalog;
import io.github.ratelimit.internal.actuate.RateLimitsEndpoint;
import io.github.ratelimit.internal.limiter.KeyStates;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.internal.limiter.PolicyChanges;
import io.github.ratelimit.internal.limiter.StoreRateLimiter;
import io.github.ratelimit.internal.redis.CallFigures;
import io.github.ratelimit.internal.redis.StoreBreakers;
import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The actuator endpoint {@code ratelimits}, where it is exposed. */
@AutoConfiguration(after = RateLimitAutoConfiguration.class)
@ConditionalOnClass({WebEndpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(PolicyChanges.class)
@ConditionalOnAvailableEndpoint(RateLimitsEndpoint.class)
public final class RateLimitEndpointAutoConfiguration {

    @Bean
    RateLimitsEndpoint rateLimitsEndpoint(
            RateLimitSettings settings,
            Policies policies,
            PolicyChanges changes,
            StoreRateLimiter limiter,
            ObjectProvider<StoreBreakers> breakers,
            ObjectProvider<CallFigures> figures) {
        StoreBreakers breaker = breakers.getIfAvailable();
        Basis store = settings.store() == RateLimitSettings.Store.LOCAL ? Basis.LOCAL : Basis.STORE;
        PolicyCatalog catalog = new PolicyCatalog(
                policies,
                changes,
                settings.routes(),
                store,
                () -> breaker == null ? null : breaker.state(),
                figures.getIfAvailable());
        return new RateLimitsEndpoint(catalog, new KeyStates(limiter), changes, InstantSource.system());
    }

    @Bean
    static KnownArguments rateLimitKnownArguments() {
        return new KnownArguments();
    }
}
