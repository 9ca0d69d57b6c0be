package io.github.ratelimit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a decision is asked: may so many permits of a policy go to this key?
 *
 * @param policy the policy's name
 * @param values the key, one value a part; a null or blank one makes the key missing; empty: the policy's own key, read
 *     from the current request
 * @param kind the alternative of the policy's key that the values belong to, as written there, for example {@code ip};
 *     null: the first
 * @param cost the permits, 0 (passes, charges nothing) to 1,000,000,000
 */
public record RateLimitCheck(
        String policy,
        List<? extends @Nullable String> values,
        @Nullable String kind,
        long cost) {

    /** Checks the cost's bounds. */
    public RateLimitCheck {
        values = copy(values);
        if (cost < 0 || cost > Limit.MAX_COUNT) {
            throw new InvalidRateLimitCheckException(
                    policy, "policy '" + policy + "': the cost must be a whole number from 0 to 1,000,000,000");
        }
    }

    /** Null stays null, and the list of one value, which nearly all have, is small. */
    private static List<? extends @Nullable String> copy(List<? extends @Nullable String> values) {
        return values.size() == 1
                ? Collections.singletonList(values.get(0))
                : Collections.unmodifiableList(new ArrayList<>(values));
    }

    /** One permit for the key made of these values: {@code RateLimitCheck.of("login-pair", "203.0.113.9", "ana")}. */
    public static RateLimitCheck of(String policy, @Nullable String... values) {
        return new RateLimitCheck(policy, Arrays.asList(values), null, 1);
    }

    /** The same check for values of another alternative of the policy's key. */
    public RateLimitCheck kind(String newKind) {
        return new RateLimitCheck(policy, values, newKind, cost);
    }

    /** The same check for another number of permits. */
    public RateLimitCheck cost(long newCost) {
        return new RateLimitCheck(policy, values, kind, newCost);
    }
}
