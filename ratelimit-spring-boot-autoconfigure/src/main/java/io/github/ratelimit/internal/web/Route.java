package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.limiter.ActivePolicy;
import java.util.List;
import java.util.Set;

/**
 * Which requests a policy applies to.
 *
 * @param policy the policy
 * @param phase when it is decided
 * @param paths path patterns as MVC reads them, one of which must match
 * @param excludePaths path patterns, none of which may match
 * @param methods HTTP methods; empty: all
 * @param cost permits a request takes
 */
public record Route(
        ActivePolicy policy,
        Phase phase,
        List<String> paths,
        List<String> excludePaths,
        Set<String> methods,
        long cost) {

    /** Copies the collections. */
    public Route {
        paths = List.copyOf(paths);
        excludePaths = List.copyOf(excludePaths);
        methods = Set.copyOf(methods);
    }

    /** Whether the method is one of its methods. MVC answers HEAD with the handler of GET, so it counts as that. */
    boolean hasMethod(String method) {
        return methods.isEmpty() || methods.contains(method) || (method.equals("HEAD") && methods.contains("GET"));
    }
}
