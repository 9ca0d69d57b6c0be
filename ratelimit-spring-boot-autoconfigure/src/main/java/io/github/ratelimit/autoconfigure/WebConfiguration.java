package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.Admission;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.internal.limiter.RequestPlans;
import io.github.ratelimit.internal.web.ClientAddress;
import io.github.ratelimit.internal.web.InvalidCheckAdvice;
import io.github.ratelimit.internal.web.Phase;
import io.github.ratelimit.internal.web.ProblemRejectionHandler;
import io.github.ratelimit.internal.web.RateLimitExceededAdvice;
import io.github.ratelimit.internal.web.RateLimitFilter;
import io.github.ratelimit.internal.web.RateLimitHeaders;
import io.github.ratelimit.internal.web.RefusalCors;
import io.github.ratelimit.internal.web.Refusals;
import io.github.ratelimit.internal.web.RequestValues;
import io.github.ratelimit.internal.web.ServletCurrentRequest;
import io.github.ratelimit.internal.web.UnaskedPolicyWarning;
import io.github.ratelimit.web.RateLimitRejectionHandler;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletContext;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerMapping;

/** The filters around Spring Security, and the answers. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({DispatcherServlet.class, FilterRegistrationBean.class})
class WebConfiguration {

    /** Boot's order of the Spring Security chain, the same on all lines; its constants have moved. */
    private static final int DEFAULT_SECURITY_ORDER = -100;

    @Bean
    ClientAddress rateLimitClientAddress(RateLimitSettings settings) {
        return new ClientAddress(settings.trustedProxies(), settings.addresses());
    }

    @Bean
    RateLimitHeaders rateLimitHeaders(RateLimitSettings settings) {
        return new RateLimitHeaders(settings.headers());
    }

    @Bean
    RequestValues rateLimitRequestValues(
            RateLimitSettings settings, ClientAddress clientAddress, ListableBeanFactory beans) {
        RequestValues values = new RequestValues(clientAddress, new NamedBeans(beans));
        for (ActivePolicy policy : settings.policies()) {
            String prefix = "ratelimit.policies." + policy.name();
            policy.keyRule().expression().parts().forEach(part -> prepare(prefix + ".key", part, values));
            if (policy.planSource() instanceof RequestPlans plans) {
                prepare(prefix + ".plan", plans.part(), values);
            }
        }
        return values;
    }

    private static void prepare(String property, KeyPart part, RequestValues values) {
        PropertyReader.at(property, part.toString(), () -> {
            values.prepare(part);
            return part;
        });
    }

    @Bean
    ServletCurrentRequest rateLimitCurrentRequest(RequestValues values, RateLimitHeaders headers) {
        return new ServletCurrentRequest(values, headers);
    }

    @Bean
    @ConditionalOnMissingBean
    RateLimitRejectionHandler rateLimitRejectionHandler() {
        return new ProblemRejectionHandler();
    }

    @Bean
    Refusals rateLimitRefusals(
            RateLimitRejectionHandler handler,
            Policies policies,
            ListableBeanFactory beans,
            ObjectProvider<HandlerMapping> mappings) {
        RefusalCors cors = new RefusalCors(
                CorsFilters.of(beans), () -> mappings.orderedStream().iterator());
        return new Refusals(handler, cors, policies);
    }

    @Bean
    RouteMatchers rateLimitRouteMatchers(
            RateLimitSettings settings,
            ClientAddress clientAddress,
            ListableBeanFactory beans,
            Environment environment) {
        if (!settings.routes().isEmpty()) {
            RewritingFilters.warn(beans, securityOrder(environment) - 10);
        }
        return RouteMatchers.of(settings.routes(), clientAddress, beans, environment);
    }

    @Bean
    FilterRegistrationBean<RateLimitFilter> rateLimitFilterBeforeSecurity(
            RouteMatchers routes,
            Admission admission,
            RequestValues values,
            RateLimitHeaders headers,
            Refusals refusals,
            Environment environment) {
        RateLimitFilter filter = new RateLimitFilter(
                Phase.BEFORE_SECURITY, routes.beforeSecurity(), admission, values, headers, refusals);
        return registration(filter, !routes.beforeSecurity().isEmpty(), securityOrder(environment) - 10);
    }

    @Bean
    FilterRegistrationBean<RateLimitFilter> rateLimitFilterAfterSecurity(
            RouteMatchers routes,
            Admission admission,
            RequestValues values,
            RateLimitHeaders headers,
            Refusals refusals,
            Environment environment) {
        RateLimitFilter filter =
                new RateLimitFilter(Phase.AFTER_SECURITY, routes.afterSecurity(), admission, values, headers, refusals);
        return registration(filter, !routes.afterSecurity().isEmpty(), securityOrder(environment) + 10);
    }

    @Bean
    FilterRegistrationBean<UnaskedPolicyWarning> rateLimitUnaskedPolicyWarning(
            RouteMatchers routes, Environment environment) {
        UnaskedPolicyWarning warning = new UnaskedPolicyWarning(routes.afterSecurity());
        return registration(warning, !routes.afterSecurity().isEmpty(), securityOrder(environment) - 5);
    }

    private static <F extends Filter> FilterRegistrationBean<F> registration(F filter, boolean enabled, int order) {
        FilterRegistrationBean<F> registration = new FilterRegistrationBean<>(filter);
        registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.FORWARD);
        registration.setOrder(order);
        registration.setEnabled(enabled);
        return registration;
    }

    /** Once the server is there. */
    @Bean
    @Lazy(false)
    SmartInitializingSingleton rateLimitForwardingCheck(
            Policies policies, ObjectProvider<ServletContext> servlets, Environment environment) {
        return () -> {
            if (!policies.all().isEmpty()) {
                servlets.ifAvailable(context -> JettyForwarding.warn(context, environment));
            }
        };
    }

    private static int securityOrder(Environment environment) {
        return environment.getProperty("spring.security.filter.order", Integer.class, DEFAULT_SECURITY_ORDER);
    }

    @Bean
    RateLimitExceededAdvice rateLimitExceededAdvice(Refusals refusals, ApplicationContext context) {
        return new RateLimitExceededAdvice(refusals, context);
    }

    @Bean
    InvalidCheckAdvice rateLimitInvalidCheckAdvice(Refusals refusals, ApplicationContext context) {
        return new InvalidCheckAdvice(refusals, context);
    }
}
