package io.github.ratelimit.autoconfigure;

import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/** What of changed properties can hold without a restart: the numbers of policies that exist. */
final class RefreshedProperties {

    private RefreshedProperties() {}

    /** The properties that run, with the numbers of fresh ones. */
    static RateLimitProperties of(RateLimitProperties running, RateLimitProperties fresh) {
        Map<String, RateLimitProperties.Policy> next = new LinkedHashMap<>();
        Map<String, RateLimitProperties.Policy> now = PolicyNames.distinct(fresh.policies());
        PolicyNames.distinct(running.policies()).forEach((name, policy) -> {
            RateLimitProperties.Policy other = now.get(name);
            next.put(name, other == null ? policy : withNumbers(policy, other));
        });
        return new RateLimitProperties(
                running.enabled(),
                running.store(),
                running.keyPrefix(),
                running.hashKeys(),
                running.keySecret(),
                running.instances(),
                running.regionShare(),
                running.headers(),
                running.phoneRegion(),
                running.planRefresh(),
                running.planTimeout(),
                running.localMaxKeys(),
                running.leakyMaxWaiting(),
                running.healthDownOnStoreFailure(),
                running.clientIp(),
                running.redis(),
                running.circuitBreaker(),
                next);
    }

    private static RateLimitProperties.Policy withNumbers(
            RateLimitProperties.Policy running, RateLimitProperties.Policy fresh) {
        // Whoever names plans outside the configuration knows those of the start.
        boolean samePlans = running.plans().keySet().equals(fresh.plans().keySet());
        boolean keepsPlans = PropertyReader.text(running.plan()) != null && !samePlans;
        return new RateLimitProperties.Policy(
                fresh.limit(),
                fresh.burst(),
                running.algorithm(),
                fresh.zone(),
                fresh.maxDelay(),
                running.key(),
                running.onMissingKey(),
                running.normalize(),
                running.phase(),
                running.paths(),
                running.excludePaths(),
                running.methods(),
                running.skip(),
                running.cost(),
                fresh.onStoreFailure(),
                fresh.alertAt(),
                running.refundOn(),
                running.resetOn(),
                fresh.block(),
                fresh.lease(),
                fresh.enforce(),
                fresh.expose(),
                running.plan(),
                keepsPlans ? running.defaultPlan() : fresh.defaultPlan(),
                keepsPlans ? running.plans() : fresh.plans());
    }

    /** Where the two differ, as spelt in YAML: what a refresh leaves for the next start. */
    static Set<String> differences(RateLimitProperties running, RateLimitProperties fresh) {
        Set<String> names = new TreeSet<>();
        collect("ratelimit", running, fresh, names);
        return names;
    }

    private static void collect(String name, @Nullable Object one, @Nullable Object other, Set<String> names) {
        if (Objects.equals(one, other)) {
            return;
        }
        if (one instanceof Map<?, ?> map && other instanceof Map<?, ?> otherMap) {
            Set<Object> keys = new HashSet<>(map.keySet());
            keys.addAll(otherMap.keySet());
            keys.forEach(key -> collect(name + "." + key, map.get(key), otherMap.get(key), names));
        } else if (one instanceof Record record && other != null) {
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                String below = name + "." + UnknownProperties.dashed(component.getName());
                collect(below, value(component, one), value(component, other), names);
            }
        } else {
            names.add(name);
        }
    }

    private static @Nullable Object value(RecordComponent component, Object record) {
        ReflectionUtils.makeAccessible(component.getAccessor());
        return ReflectionUtils.invokeMethod(component.getAccessor(), record);
    }
}
