package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;

/**
 * A route, ready to match.
 *
 * @param route as configured
 * @param paths one of which must match
 * @param excludePaths none of which may match
 * @param coversActuator whether a pattern names the actuator's paths
 * @param skipRules any of which keeps a request from being charged
 * @param cost what a request costs
 * @param usesPath whether the key has a variable of the path
 */
record CompiledRoute(
        Route route,
        List<PathPattern> paths,
        List<PathPattern> excludePaths,
        boolean coversActuator,
        List<SkipRule> skipRules,
        RequestCost cost,
        boolean usesPath) {

    ActivePolicy policy() {
        return route.policy();
    }

    /** The pattern that matches; null if the route does not apply. */
    @Nullable
    PathPattern match(HttpServletRequest request, PathContainer path) {
        PathPattern matching = hasMethod(request.getMethod()) ? first(paths, path) : null;
        return matching == null || first(excludePaths, path) != null || skips(request) ? null : matching;
    }

    /** Whether the method is one of its methods. MVC answers HEAD with the handler of GET, so it counts as that. */
    private boolean hasMethod(String method) {
        Set<String> methods = route.methods();
        return methods.isEmpty() || methods.contains(method) || (method.equals("HEAD") && methods.contains("GET"));
    }

    private boolean skips(HttpServletRequest request) {
        for (SkipRule rule : skipRules) {
            if (rule.skips(request)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable PathPattern first(List<PathPattern> patterns, PathContainer path) {
        for (PathPattern pattern : patterns) {
            if (pattern.matches(path)) {
                return pattern;
            }
        }
        return null;
    }

    static boolean usesPath(ActivePolicy policy) {
        return policy.keyRule().expression().parts().stream().anyMatch(part -> part.kind() == KeyPart.Kind.PATH);
    }
}
