package io.github.ratelimit.internal.actuate;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.PolicyChange;
import io.github.ratelimit.internal.limiter.PolicyVersion;
import io.github.ratelimit.internal.web.Route;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A policy as in effect, with values as in YAML. What is not set is left out; members are a number. */
final class PolicyView {

    private PolicyView() {}

    /**
     * The policy, where it applies, and what was changed of it.
     *
     * @param route the requests it applies to; null: none
     * @param methods the annotated methods it applies to
     * @param change what was changed at run time; null: nothing
     */
    static Map<String, Object> of(
            ActivePolicy active, @Nullable Route route, List<String> methods, @Nullable PolicyChange change) {
        PolicyVersion version = active.current();
        RateLimitPolicy policy = version.policy();
        View view = new View();
        if (policy.quota() != null) {
            addNumbers(view, policy.quota());
        }
        view.with("algorithm", Yaml.text(policy.algorithm()))
                .with(
                        "regionShare",
                        active.region().isWhole() ? null : active.region().toString())
                .with("key", active.keyRule().expression().toString())
                .with("onMissingKey", Yaml.text(active.keyRule().onMissing()))
                .with("plans", plans(version))
                .with("defaultPlan", policy.defaultPlan())
                .with("onStoreFailure", Yaml.text(policy.onStoreFailure()))
                .with("enforce", policy.enforce())
                .with("expose", policy.expose())
                .with("refundOn", policy.refundOn())
                .with("resetOn", policy.resetOn())
                .with("block", policy.block().stream().map(Yaml::text).toList())
                .with("lease", policy.lease() == 0 ? null : policy.lease());
        if (route != null) {
            addRoute(view, route);
        }
        return view.with("annotated", methods)
                .with("changed", change == null ? null : changed(change))
                .toMap();
    }

    private static View addNumbers(View view, Quota quota) {
        return view.with("limit", Yaml.limits(quota)).with("burst", quota.burst());
    }

    private static @Nullable Map<String, Object> plans(PolicyVersion version) {
        Map<String, Object> plans = new TreeMap<>();
        version.policy()
                .plans()
                .forEach((name, quota) -> plans.put(
                        name,
                        addNumbers(new View(), quota)
                                .with("members", version.members(name))
                                .toMap()));
        return plans.isEmpty() ? null : plans;
    }

    private static void addRoute(View view, Route route) {
        view.with("paths", route.paths())
                .with("excludePaths", route.excludePaths())
                .with("methods", route.methods().stream().sorted().toList())
                .with("phase", Yaml.text(route.phase()));
    }

    private static Map<String, Object> changed(PolicyChange change) {
        return new View()
                .with("values", (Object) new TreeMap<>(change.values()))
                .with("by", change.by())
                .with("at", change.at())
                .toMap();
    }
}
