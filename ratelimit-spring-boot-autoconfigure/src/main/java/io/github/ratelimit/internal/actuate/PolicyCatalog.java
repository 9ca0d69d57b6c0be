package io.github.ratelimit.internal.actuate;

import io.github.ratelimit.RateLimitCircuitBreakerEvent;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.internal.limiter.PolicyChanges;
import io.github.ratelimit.internal.redis.CallFigures;
import io.github.ratelimit.internal.web.Route;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Everything there is to show of policies. */
public final class PolicyCatalog {

    private final Policies policies;
    private final PolicyChanges changes;
    private final Map<String, Route> routes;
    private final Basis store;
    private final Supplier<RateLimitCircuitBreakerEvent.@Nullable State> breaker;
    private final @Nullable CallFigures calls;

    /**
     * Shows these policies.
     *
     * @param routes where they apply
     * @param store where their counts live: the shared store or this process
     * @param breaker the state of the breaker around that; null without one
     * @param calls what went there in how many calls; null if no calls are made
     */
    public PolicyCatalog(
            Policies policies,
            PolicyChanges changes,
            Collection<Route> routes,
            Basis store,
            Supplier<RateLimitCircuitBreakerEvent.@Nullable State> breaker,
            @Nullable CallFigures calls) {
        this.policies = policies;
        this.changes = changes;
        this.routes =
                routes.stream().collect(Collectors.toMap(route -> route.policy().name(), Function.identity()));
        this.store = store;
        this.breaker = breaker;
        this.calls = calls;
    }

    Map<String, Object> all() {
        Map<String, Object> views = new TreeMap<>();
        policies.all().forEach(policy -> views.put(policy.name(), view(policy)));
        RateLimitCircuitBreakerEvent.State state = breaker.get();
        return new View()
                .with("store", store == Basis.LOCAL ? "local" : "redis")
                .with("breaker", state == null ? null : Yaml.text(state))
                .with("batches", calls == null ? null : batches(calls))
                .with("policies", views)
                .toMap();
    }

    private static Map<String, Object> batches(CallFigures figures) {
        return new View()
                .with("calls", figures.calls())
                .with("requests", figures.requests())
                .with("largest", figures.largest())
                .toMap();
    }

    Map<String, Object> view(ActivePolicy policy) {
        String name = policy.name();
        return PolicyView.of(policy, routes.get(name), policies.methods(name), changes.of(name));
    }

    /** Whether a state of this basis means that the store did not answer. */
    boolean isLost(Basis basis) {
        return basis != store && basis != Basis.UNLIMITED;
    }

    @Nullable
    ActivePolicy find(String name) {
        return policies.find(name);
    }

    Collection<String> names() {
        return policies.names();
    }
}
