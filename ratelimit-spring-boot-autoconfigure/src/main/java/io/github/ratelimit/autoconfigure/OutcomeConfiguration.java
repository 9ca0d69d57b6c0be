package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.Outcomes;
import io.github.ratelimit.internal.limiter.StoreRateLimiter;
import io.github.ratelimit.internal.web.OutcomeFilter;
import io.github.ratelimit.internal.web.RequestEndListener;
import jakarta.servlet.DispatcherType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletListenerRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.DispatcherServlet;

/** What follows from a request's final status. Without a policy that asks for it nothing is registered. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({DispatcherServlet.class, FilterRegistrationBean.class})
class OutcomeConfiguration {

    @Bean
    FilterRegistrationBean<OutcomeFilter> rateLimitOutcomeFilter(StoreRateLimiter limiter, RateLimitSettings settings) {
        FilterRegistrationBean<OutcomeFilter> registration =
                new FilterRegistrationBean<>(new OutcomeFilter(new Outcomes(limiter)));
        registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        registration.setEnabled(hasOutcomes(settings));
        return registration;
    }

    @Bean
    ServletListenerRegistrationBean<RequestEndListener> rateLimitRequestEndListener(RateLimitSettings settings) {
        ServletListenerRegistrationBean<RequestEndListener> registration =
                new ServletListenerRegistrationBean<>(new RequestEndListener());
        registration.setEnabled(hasOutcomes(settings));
        return registration;
    }

    private static boolean hasOutcomes(RateLimitSettings settings) {
        return settings.policies().stream().map(ActivePolicy::policy).anyMatch(RateLimitPolicy::hasOutcomes);
    }
}
