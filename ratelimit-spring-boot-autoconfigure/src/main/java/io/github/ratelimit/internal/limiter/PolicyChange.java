package io.github.ratelimit.internal.limiter;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What differs of a policy from its configuration, as text under the names of YAML: {@code limit}, {@code enforce},
 * {@code plans.pro.limit}.
 *
 * @param values what was changed, by property
 * @param by who changed it last; null if nobody was logged in
 * @param at when, for people; null if nobody has noted it
 */
public record PolicyChange(
        Map<String, String> values,
        @Nullable String by,
        @Nullable String at) {

    /** Copies the map. */
    public PolicyChange {
        values = Map.copyOf(values);
    }

    /** This change and a later one: what that names wins, the rest stays. */
    PolicyChange and(PolicyChange later) {
        Map<String, String> all = new TreeMap<>(values);
        all.putAll(later.values);
        return new PolicyChange(all, later.by, later.at);
    }
}
