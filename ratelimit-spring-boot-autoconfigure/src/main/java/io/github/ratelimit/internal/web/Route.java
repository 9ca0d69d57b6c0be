package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.limiter.ActivePolicy;
import java.util.List;
import java.util.Set;

/**
 * Which requests a policy applies to, as configured.
 *
 * @param policy the policy
 * @param phase when it is decided
 * @param paths path patterns as MVC reads them, one of which must match
 * @param excludePaths path patterns, none of which may match
 * @param methods HTTP methods; empty: all
 * @param skip who is not charged: CIDRs, {@code spel:} and {@code bean:}
 * @param cost permits a request takes: a number or {@code spel:}
 */
public record Route(
        ActivePolicy policy,
        Phase phase,
        List<String> paths,
        List<String> excludePaths,
        Set<String> methods,
        List<String> skip,
        String cost) {

    /** Copies the collections. */
    public Route {
        paths = List.copyOf(paths);
        excludePaths = List.copyOf(excludePaths);
        methods = Set.copyOf(methods);
        skip = List.copyOf(skip);
    }

    /** The property that something about this route is written at. */
    String property(String name) {
        return "ratelimit.policies." + policy.name() + "." + name;
    }
}
