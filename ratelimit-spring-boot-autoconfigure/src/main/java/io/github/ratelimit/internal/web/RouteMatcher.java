package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/**
 * Finds the routes of a request. Paths are matched with MVC's own parser on the raw path, as MVC does, so that no
 * spelling reaches a handler and misses its policy. A CORS preflight matches none.
 */
public final class RouteMatcher {

    private final List<CompiledRoute> routes;
    private final @Nullable PathPattern actuator;

    /**
     * Compiles the routes.
     *
     * @param actuatorBasePath exempt unless a pattern of a route begins with it; null without actuator
     * @throws RateLimitConfigurationException if a pattern is none
     */
    public RouteMatcher(List<Route> routes, PathPatternParser parser, @Nullable String actuatorBasePath) {
        this.routes = routes.stream()
                .map(route -> CompiledRoute.of(route, parser, actuatorBasePath))
                .toList();
        this.actuator = actuatorBasePath == null ? null : parser.parse(actuatorBasePath + "/**");
    }

    /** Whether no request can match. */
    public boolean isEmpty() {
        return routes.isEmpty();
    }

    /** The routes that apply to the request, in the order of the configuration. */
    List<Route> matching(HttpServletRequest request) {
        if (routes.isEmpty() || CorsUtils.isPreFlightRequest(request)) {
            return List.of();
        }
        PathContainer path = ServletRequestPathUtils.parse(request).pathWithinApplication();
        boolean isActuator = actuator != null && actuator.matches(path);
        List<Route> matching = new ArrayList<>(2);
        for (CompiledRoute route : routes) {
            if ((!isActuator || route.coversActuator) && route.matches(request.getMethod(), path)) {
                matching.add(route.route);
            }
        }
        return matching;
    }

    private record CompiledRoute(
            Route route, List<PathPattern> paths, List<PathPattern> excludePaths, boolean coversActuator) {

        static CompiledRoute of(Route route, PathPatternParser parser, @Nullable String actuatorBasePath) {
            String property = "ratelimit.policies." + route.policy().name();
            return new CompiledRoute(
                    route,
                    compile(property + ".paths", route.paths(), parser),
                    compile(property + ".exclude-paths", route.excludePaths(), parser),
                    actuatorBasePath != null
                            && route.paths().stream().anyMatch(path -> path.startsWith(actuatorBasePath)));
        }

        private static List<PathPattern> compile(String property, List<String> paths, PathPatternParser parser) {
            List<PathPattern> patterns = new ArrayList<>(paths.size());
            for (String path : paths) {
                try {
                    patterns.add(parser.parse(parser.initFullPathPattern(path)));
                } catch (PatternParseException wrong) {
                    throw new RateLimitConfigurationException(
                            property, path, "is no path pattern: " + wrong.getMessage());
                }
            }
            return patterns;
        }

        boolean matches(String method, PathContainer path) {
            return route.hasMethod(method) && anyMatches(paths, path) && !anyMatches(excludePaths, path);
        }

        private static boolean anyMatches(List<PathPattern> patterns, PathContainer path) {
            for (PathPattern pattern : patterns) {
                if (pattern.matches(path)) {
                    return true;
                }
            }
            return false;
        }
    }
}
