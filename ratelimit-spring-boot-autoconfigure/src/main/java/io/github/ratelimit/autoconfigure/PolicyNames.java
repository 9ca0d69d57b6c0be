package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Names of policies and plans. Names that differ only in case or dashes are one: an environment variable cannot write
 * dashes ({@code RATELIMIT_POLICIES_OTPPHONE_LIMIT} is meant for {@code otp-phone}), and the binder gives both spellings
 * the same values.
 */
final class PolicyNames {

    private PolicyNames() {}

    /** Each policy once, by its spelling with the most dashes. */
    static <T> Map<String, T> distinct(Map<String, T> byName) {
        Map<String, String> spellings = new LinkedHashMap<>();
        byName.keySet().forEach(name -> spellings.merge(uniform(name), name, PolicyNames::preferred));
        Map<String, T> distinct = new LinkedHashMap<>();
        spellings.values().forEach(name -> distinct.put(name, byName.get(name)));
        return distinct;
    }

    /** Checks the characters of a name. */
    static void check(String property, String name) {
        if (name.isEmpty()
                || !name.chars()
                        .allMatch(character -> "abcdefghijklmnopqrstuvwxyz0123456789-".indexOf(character) >= 0)) {
            throw new RateLimitConfigurationException(
                    property, name, "is no name: lower-case letters, digits and dashes only");
        }
    }

    private static String uniform(String name) {
        return name.replace("-", "").toLowerCase(Locale.ROOT);
    }

    private static String preferred(String one, String other) {
        long dashesOfOne = one.chars().filter(character -> character == '-').count();
        long dashesOfOther = other.chars().filter(character -> character == '-').count();
        if (dashesOfOne == dashesOfOther) {
            return one.compareTo(other) > 0 ? one : other; // lower case sorts last
        }
        return dashesOfOne > dashesOfOther ? one : other;
    }
}
