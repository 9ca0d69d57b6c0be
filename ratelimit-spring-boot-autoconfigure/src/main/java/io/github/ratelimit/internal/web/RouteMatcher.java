package io.github.ratelimit.internal.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPattern.PathMatchInfo;

/**
 * Finds the routes of a request. Paths are matched with MVC's own parser on the raw path, as MVC does, so that no
 * spelling reaches a handler and misses its policy. A CORS preflight matches none.
 */
public final class RouteMatcher {

    private final List<CompiledRoute> routes;
    private final @Nullable PathPattern actuator;
    private final List<String> probePaths;

    /** Matches these routes. */
    public RouteMatcher(List<Route> routes, RouteCompiler compiler) {
        this.routes = routes.stream().map(compiler::compile).toList();
        String basePath = compiler.actuatorBasePath();
        this.probePaths = compiler.probePaths();
        this.actuator = basePath == null ? null : compiler.parser().parse(basePath + "/**");
    }

    /**
     * A route that applies to a request.
     *
     * @param route the route
     * @param pattern which of its patterns matches
     * @param path what it matches
     */
    record Match(CompiledRoute route, PathPattern pattern, PathContainer path) {

        /** The variables of the path, decoded. */
        Map<String, String> pathVariables() {
            PathMatchInfo info = Objects.requireNonNull(pattern.matchAndExtract(path));
            return info.getUriVariables();
        }
    }

    private static PathContainer path(HttpServletRequest request) {
        try {
            return ServletRequestPathUtils.parse(request).pathWithinApplication();
        } catch (IllegalArgumentException unreadable) {
            throw new UnreadablePathException(unreadable);
        }
    }

    /** A path that is broken, as by {@code %zz}. */
    static final class UnreadablePathException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private UnreadablePathException(Throwable cause) {
            super(cause);
        }
    }

    /** Whether no request can match. */
    public boolean isEmpty() {
        return routes.isEmpty();
    }

    /**
     * The routes that apply to the request, in the order of the configuration.
     *
     * @throws UnreadablePathException if the path cannot be read; MVC cannot read it either
     */
    List<Match> matching(HttpServletRequest request) {
        if (routes.isEmpty() || CorsUtils.isPreFlightRequest(request)) {
            return List.of();
        }
        PathContainer path = path(request);
        boolean isActuator = (actuator != null && actuator.matches(path)) || probePaths.contains(path.value());
        List<Match> matching = new ArrayList<>(2);
        for (CompiledRoute route : routes) {
            PathPattern pattern = isActuator && !route.coversActuator() ? null : route.match(request, path);
            if (pattern != null) {
                matching.add(new Match(route, pattern, path));
            }
        }
        return matching;
    }
}
