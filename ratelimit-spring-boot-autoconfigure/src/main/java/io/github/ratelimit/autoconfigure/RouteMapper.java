package io.github.ratelimit.autoconfigure;

import static io.github.ratelimit.autoconfigure.PropertyReader.text;
import static io.github.ratelimit.autoconfigure.PropertyReader.texts;

import io.github.ratelimit.Limit;
import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import io.github.ratelimit.internal.web.Phase;
import io.github.ratelimit.internal.web.Route;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Maps where a policy applies. */
final class RouteMapper {

    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE");

    /** What {@code phase} can say. */
    private enum PhaseChoice {
        AUTO,
        BEFORE_SECURITY,
        AFTER_SECURITY
    }

    private RouteMapper() {}

    /** The route of a policy; null if it has no paths. */
    static @Nullable Route map(ActivePolicy policy, RateLimitProperties.Policy properties) {
        String prefix = "ratelimit.policies." + policy.name();
        List<String> paths = texts(properties.paths());
        if (paths.isEmpty()) {
            refuseWithoutPaths(prefix, properties);
            return null;
        }
        return new Route(
                policy,
                phase(prefix + ".phase", policy, properties.phase()),
                paths,
                texts(properties.excludePaths()),
                methods(prefix + ".methods", texts(properties.methods())),
                texts(properties.skip()),
                cost(prefix + ".cost", text(properties.cost())));
    }

    private static String cost(String property, @Nullable String value) {
        return value != null && value.startsWith("spel:")
                ? value
                : Long.toString(PropertyReader.number(property, value, 1, 0, Limit.MAX_COUNT));
    }

    /** What says where or when a path is limited does nothing without one. */
    private static void refuseWithoutPaths(String prefix, RateLimitProperties.Policy properties) {
        Map<String, String> set = new LinkedHashMap<>();
        set.put(".exclude-paths", String.join(", ", properties.excludePaths()));
        set.put(".methods", String.join(", ", properties.methods()));
        set.put(".skip", String.join(", ", properties.skip()));
        set.put(".phase", properties.phase() == null ? "" : properties.phase());
        set.put(".cost", properties.cost() == null ? "" : properties.cost());
        set.forEach((name, value) -> {
            if (!value.isBlank()) {
                throw new RateLimitConfigurationException(prefix + name, value, "has no effect without paths");
            }
        });
    }

    private static Phase phase(String property, ActivePolicy policy, @Nullable String value) {
        Collection<KeyPart> parts = policy.keyRule().expression().parts();
        PhaseChoice choice = PropertyReader.choice(property, value, PhaseChoice.AUTO, PhaseChoice.class);
        if (choice == PhaseChoice.BEFORE_SECURITY && parts.contains(KeyPart.PRINCIPAL)) {
            throw new RateLimitConfigurationException(
                    property,
                    text(value),
                    "does not go with key '" + policy.keyRule().expression()
                            + "': the user is not known before Spring Security; use after-security, or a key without principal");
        }
        boolean byAddressAlone = parts.stream().allMatch(part -> part.kind() == KeyPart.Kind.IP);
        return switch (choice) {
            case BEFORE_SECURITY -> Phase.BEFORE_SECURITY;
            case AFTER_SECURITY -> Phase.AFTER_SECURITY;
            case AUTO -> byAddressAlone ? Phase.BEFORE_SECURITY : Phase.AFTER_SECURITY;
        };
    }

    private static Set<String> methods(String property, List<String> names) {
        return names.stream()
                .map(name -> {
                    String method = name.toUpperCase(Locale.ROOT);
                    if (!METHODS.contains(method)) {
                        throw new RateLimitConfigurationException(
                                property,
                                name,
                                "is none of " + METHODS.stream().sorted().collect(Collectors.joining(", ")));
                    }
                    return method;
                })
                .collect(Collectors.toSet());
    }
}
