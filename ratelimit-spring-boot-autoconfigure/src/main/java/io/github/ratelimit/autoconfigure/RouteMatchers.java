package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.web.ClientAddress;
import io.github.ratelimit.internal.web.Phase;
import io.github.ratelimit.internal.web.RequestValues;
import io.github.ratelimit.internal.web.Route;
import io.github.ratelimit.internal.web.RouteCompiler;
import io.github.ratelimit.internal.web.RouteMatcher;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * The routes of each phase. Without Spring Security the two are one: a single decision, a single round trip.
 *
 * @param beforeSecurity decided before Spring Security
 * @param afterSecurity decided after it
 */
record RouteMatchers(RouteMatcher beforeSecurity, RouteMatcher afterSecurity) {

    private static final String ACTUATOR =
            "org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties";

    static RouteMatchers of(
            List<Route> routes,
            RequestValues values,
            ClientAddress clientAddress,
            ListableBeanFactory beans,
            Environment environment) {
        PathPatternParser parser = beans.containsBean("mvcPatternParser")
                ? beans.getBean("mvcPatternParser", PathPatternParser.class)
                : PathPatternParser.defaultInstance;
        RouteCompiler compiler =
                new RouteCompiler(parser, values, clientAddress, new NamedBeans(beans), actuatorBasePath(environment));
        boolean hasSecurity = beans.containsBean("springSecurityFilterChain");
        List<Route> before = hasSecurity ? in(Phase.BEFORE_SECURITY, routes) : routes;
        List<Route> after = hasSecurity ? in(Phase.AFTER_SECURITY, routes) : List.of();
        return new RouteMatchers(new RouteMatcher(before, compiler), new RouteMatcher(after, compiler));
    }

    private static List<Route> in(Phase phase, List<Route> routes) {
        return routes.stream().filter(route -> route.phase() == phase).toList();
    }

    /** Null where no path is the actuator's alone. */
    private static @Nullable String actuatorBasePath(Environment environment) {
        if (!ClassUtils.isPresent(ACTUATOR, RouteMatchers.class.getClassLoader())) {
            return null;
        }
        String basePath = environment.getProperty("management.endpoints.web.base-path", "/actuator");
        return basePath.length() > 1 && basePath.startsWith("/") ? basePath : null;
    }
}
