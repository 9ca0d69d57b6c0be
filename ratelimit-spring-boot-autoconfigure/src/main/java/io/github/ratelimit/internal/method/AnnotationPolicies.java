package io.github.ratelimit.internal.method;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Limit;
import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.RateLimited;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.ActivePolicy.KeyRule;
import io.github.ratelimit.internal.limiter.Policies;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.springframework.core.env.Environment;

/** Finds the policy that an annotation names, or defines the one that its limit describes. */
final class AnnotationPolicies {

    private record Definition(RateLimitPolicy policy, boolean derived, String place) {}

    private static final Pattern DERIVABLE = Pattern.compile("[A-Za-z][A-Za-z0-9_]*([.][A-Za-z0-9_]+)?");

    private final Policies policies;
    private final Environment environment;
    private final Map<String, Definition> defined = new ConcurrentHashMap<>();

    AnnotationPolicies(Policies policies, Environment environment) {
        this.policies = policies;
        this.environment = environment;
    }

    /** A text attribute with its placeholders resolved. */
    String text(String attribute) {
        return environment.resolveRequiredPlaceholders(attribute).trim();
    }

    /**
     * The policy of an annotation.
     *
     * @param site where it stands
     * @throws IllegalArgumentException if there is none, or its limit is wrong
     */
    ActivePolicy find(RateLimited annotation, AnnotationSite site) {
        String place = site.shortName();
        String name = text(annotation.policy());
        String limit = text(annotation.limit());
        if (limit.isEmpty()) {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("needs a policy or a limit");
            }
            if (annotation.burst() != 0) {
                throw new IllegalArgumentException("a burst goes with a limit; without one the configuration's holds");
            }
            if (annotation.algorithm() != Algorithm.TOKEN_BUCKET
                    || annotation.onStoreFailure() != OnStoreFailure.LOCAL) {
                throw new IllegalArgumentException(
                        "algorithm and onStoreFailure go with a limit; without one the configuration's hold");
            }
            return policies.use(name, site.toString());
        }
        boolean derived = name.isEmpty();
        if (derived && !DERIVABLE.matcher(place).matches()) {
            throw new IllegalArgumentException("needs a policy name: none can be derived from " + place);
        }
        RateLimitPolicy policy = RateLimitPolicy.of(derived ? kebabCase(place) : name, quota(limit, annotation.burst()))
                .withAlgorithm(annotation.algorithm())
                .withOnStoreFailure(annotation.onStoreFailure());
        define(new Definition(policy, derived, site.definition()));
        return policies.use(policy.name(), site.toString());
    }

    private void define(Definition definition) {
        String name = definition.policy().name();
        Definition other = defined.putIfAbsent(name, definition);
        if (other != null && !other.equals(definition)) {
            if (definition.derived() || other.derived()) {
                throw new IllegalArgumentException("has the same derived policy name '" + name + "' as " + other.place()
                        + "; give one of them a policy name");
            }
            if (!other.policy().equals(definition.policy())) {
                throw new IllegalArgumentException(
                        "defines policy '" + name + "' in another way than " + other.place());
            }
        }
        if (policies.find(name) == null) {
            KeyRule byUser = new KeyRule(KeyExpression.parse("principal"), OnMissingKey.IP, List.of());
            policies.define(definition.policy(), byUser);
        }
    }

    private static Quota quota(String limits, long burst) {
        List<Limit> all =
                Arrays.stream(limits.split(",", -1)).map(Limit::valueOf).toList();
        return new Quota(all, burst == 0 ? null : Long.valueOf(burst));
    }

    /** {@code OtpService.sendSms} becomes {@code otp-service.send-sms}. */
    static String kebabCase(String place) {
        StringBuilder name = new StringBuilder(place.length() + 8);
        for (int i = 0; i < place.length(); i++) {
            char character = place.charAt(i);
            boolean begins = i == 0 || place.charAt(i - 1) == '.';
            boolean lowerBefore = !begins && !Character.isUpperCase(place.charAt(i - 1));
            boolean lowerAfter = i + 1 < place.length() && Character.isLowerCase(place.charAt(i + 1));
            if (Character.isUpperCase(character) && !begins && (lowerBefore || lowerAfter)) {
                name.append('-');
            }
            name.append(character);
        }
        return name.toString().toLowerCase(Locale.ROOT).replace('_', '-').replace('$', '-');
    }
}
