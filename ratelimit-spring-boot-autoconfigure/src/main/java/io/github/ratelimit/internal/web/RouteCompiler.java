package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/**
 * Makes routes ready to match. What is wrong about them stops the start.
 *
 * @param parser MVC's own
 * @param clientAddress for CIDRs
 * @param beans found by name
 * @param actuatorBasePath exempt unless a pattern begins with it; null without actuator
 * @param probePaths exempt unless a pattern is one of them
 */
public record RouteCompiler(
        PathPatternParser parser,
        ClientAddress clientAddress,
        RequestBeans beans,
        @Nullable String actuatorBasePath,
        List<String> probePaths) {

    CompiledRoute compile(Route route) {
        checkPathVariables(route);
        return new CompiledRoute(
                route,
                each(route.property("paths"), route.paths(), this::pattern),
                each(route.property("exclude-paths"), route.excludePaths(), this::pattern),
                route.paths().stream().anyMatch(this::coversActuator),
                each(route.property("skip"), route.skip(), text -> SkipRule.parse(text, clientAddress, beans)),
                one(
                        route.property("cost"),
                        route.cost(),
                        text -> RequestCost.parse(text, route.policy().name())),
                CompiledRoute.usesPath(route.policy()));
    }

    private boolean coversActuator(String path) {
        return (actuatorBasePath != null && path.startsWith(actuatorBasePath)) || probePaths.contains(path);
    }

    private void checkPathVariables(Route route) {
        for (KeyPart part : route.policy().keyRule().expression().parts()) {
            if (part.kind() == KeyPart.Kind.PATH) {
                one(route.property("key"), part.toString(), text -> {
                    route.paths().forEach(path -> requireVariable(path, part));
                    return text;
                });
            }
        }
    }

    private static void requireVariable(String path, KeyPart part) {
        String name = part.name();
        if (path.contains("{" + name + "}") || path.contains("{" + name + ":") || path.contains("{*" + name + "}")) {
            return;
        }
        throw new IllegalArgumentException(
                "every path of the policy must have the variable {" + name + "}; " + path + " has not");
    }

    private PathPattern pattern(String path) {
        try {
            return parser.parse(parser.initFullPathPattern(path));
        } catch (PatternParseException wrong) {
            throw new IllegalArgumentException("is no path pattern: " + wrong.getMessage(), wrong);
        }
    }

    private static <T> List<T> each(String property, List<String> texts, Function<String, T> reader) {
        return texts.stream().map(text -> one(property, text, reader)).toList();
    }

    private static <T> T one(String property, String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException wrong) {
            throw new RateLimitConfigurationException(property, text, String.valueOf(wrong.getMessage()));
        }
    }
}
