package io.github.ratelimit.internal.actuate;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a request wants changed, as text. What is null stays.
 *
 * @param plan whose limit and burst are meant; null: the policy's own
 */
record ChangeRequest(
        @Nullable String plan,
        @Nullable String limit,
        @Nullable String burst,
        @Nullable String enforce,
        @Nullable String onStoreFailure) {

    /**
     * By property, as in YAML.
     *
     * @throws IllegalArgumentException if nothing is to be changed, or something that a plan does not have
     */
    Map<String, String> values() {
        if (plan != null && (enforce != null || onStoreFailure != null)) {
            throw new IllegalArgumentException("enforce and onStoreFailure are the whole policy's; leave plan out");
        }
        Map<String, String> values = new TreeMap<>();
        String prefix = plan == null ? "" : "plans." + plan + ".";
        put(values, prefix + "limit", limit);
        put(values, prefix + "burst", burst);
        put(values, "enforce", enforce);
        put(values, "on-store-failure", onStoreFailure);
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    "nothing to change; there are limit and burst, of the policy or of a plan, enforce and onStoreFailure");
        }
        return values;
    }

    private static void put(Map<String, String> values, String property, @Nullable String value) {
        if (value != null) {
            values.put(property, value);
        }
    }
}
