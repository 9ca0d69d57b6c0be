package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import io.github.ratelimit.internal.web.ClientAddress;
import io.github.ratelimit.internal.web.Phase;
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
            List<Route> routes, ClientAddress clientAddress, ListableBeanFactory beans, Environment environment) {
        PathPatternParser parser = beans.containsBean("mvcPatternParser")
                ? beans.getBean("mvcPatternParser", PathPatternParser.class)
                : PathPatternParser.defaultInstance;
        RouteCompiler compiler = new RouteCompiler(
                parser, clientAddress, new NamedBeans(beans), actuatorBasePath(environment), probePaths(environment));
        if (!routes.isEmpty()) {
            refuseAntPaths(environment);
        }
        boolean hasSecurity = beans.containsBean("springSecurityFilterChain");
        List<Route> before = hasSecurity ? in(Phase.BEFORE_SECURITY, routes) : routes;
        List<Route> after = hasSecurity ? in(Phase.AFTER_SECURITY, routes) : List.of();
        return new RouteMatchers(new RouteMatcher(before, compiler), new RouteMatcher(after, compiler));
    }

    /** MVC would read paths in another way than the limits, and a doubled slash would evade them. */
    private static void refuseAntPaths(Environment environment) {
        String property = "spring.mvc.pathmatch.matching-strategy";
        String strategy = environment.getProperty(property, "");
        if (strategy.replace("-", "").replace("_", "").equalsIgnoreCase("antpathmatcher")) {
            throw new RateLimitConfigurationException(
                    property,
                    strategy,
                    "reads paths in another way than policies do, so that some spellings would not be limited; "
                            + "use path_pattern_parser, or policies without paths");
        }
    }

    private static List<Route> in(Phase phase, List<Route> routes) {
        return routes.stream().filter(route -> route.phase() == phase).toList();
    }

    /** Boot's probes on the main port, which stand outside the actuator's base path. */
    private static List<String> probePaths(Environment environment) {
        return environment.getProperty("management.endpoint.health.probes.add-additional-paths", Boolean.class, false)
                ? List.of("/livez", "/readyz")
                : List.of();
    }

    /** Null where no path is the actuator's alone. */
    private static @Nullable String actuatorBasePath(Environment environment) {
        if (!ClassUtils.isPresent(ACTUATOR, RouteMatchers.class.getClassLoader())) {
            return null;
        }
        String configured = environment.getProperty("management.endpoints.web.base-path", "/actuator");
        String basePath = configured.endsWith("/") ? configured.substring(0, configured.length() - 1) : configured;
        return basePath.length() > 1 && basePath.startsWith("/") ? basePath : null;
    }
}
