package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Maps a change at run time, with the words of the start for what is wrong. It lies over the configuration as a higher
 * source of properties does: what it does not name stays. A blank burst is the limit's count.
 */
final class ChangeMapper {

    private static final Set<String> OF_POLICY = Set.of("enforce", "on-store-failure");
    private static final Set<String> OF_QUOTA = Set.of("limit", "burst");
    private static final String PLANS = "plans.";

    private ChangeMapper() {}

    /**
     * The policy with these values in place of its own.
     *
     * @param values by their names below the policy, such as {@code plans.pro.limit}
     */
    static RateLimitPolicy apply(RateLimitPolicy policy, Map<String, String> values) {
        String prefix = "ratelimit.policies." + policy.name();
        values.forEach((name, value) -> checkName(policy, prefix, name, value));
        Quota own = policy.quota() == null ? null : quota(prefix, "", policy.quota(), values);
        Map<String, Quota> plans = new HashMap<>();
        policy.plans().forEach((plan, quota) -> plans.put(plan, quota(prefix, "." + PLANS + plan, quota, values)));
        RateLimitPolicy numbered =
                PropertyReader.at(prefix, null, () -> policy.withPlans(own, plans, policy.defaultPlan()));
        return numbered.withEnforce(PropertyReader.bool(prefix + ".enforce", values.get("enforce"), policy.enforce()))
                .withOnStoreFailure(PropertyReader.choice(
                        prefix + ".on-store-failure",
                        values.get("on-store-failure"),
                        policy.onStoreFailure(),
                        OnStoreFailure.class));
    }

    private static void checkName(RateLimitPolicy policy, String prefix, String name, String value) {
        String ofQuota = name.substring(name.lastIndexOf('.') + 1);
        boolean ofPlan = name.startsWith(PLANS) && name.length() > PLANS.length() + ofQuota.length();
        if (ofPlan && OF_QUOTA.contains(ofQuota)) {
            String plan = name.substring(PLANS.length(), name.length() - ofQuota.length() - 1);
            if (!policy.plans().containsKey(plan)) {
                throw new RateLimitConfigurationException(
                        prefix + "." + name, value, "there is no such plan; there are " + plans(policy));
            }
        } else if (OF_QUOTA.contains(name)) {
            if (policy.quota() == null) {
                throw new RateLimitConfigurationException(
                        prefix + "." + name,
                        value,
                        "the policy has no limit of its own; name one of its plans " + plans(policy));
            }
        } else if (!OF_POLICY.contains(name)) {
            throw new RateLimitConfigurationException(prefix + "." + name, value, "cannot be changed at run time");
        }
    }

    private static Set<String> plans(RateLimitPolicy policy) {
        return new TreeSet<>(policy.plans().keySet());
    }

    private static Quota quota(String prefix, String place, Quota configured, Map<String, String> values) {
        String limit = values.get((place + ".limit").substring(1));
        String burst = values.get((place + ".burst").substring(1));
        if (limit == null && burst == null) {
            return configured;
        }
        String texts = limit == null ? configured.withBurst(null).toString() : limit;
        List<String> limits = Arrays.asList(texts.split(",", -1));
        String capacity = burst == null ? text(configured.burst()) : burst;
        return PolicyMapper.requiredQuota(prefix + place, limits, capacity);
    }

    private static @Nullable String text(@Nullable Long burst) {
        return burst == null ? null : burst.toString();
    }
}
