package io.github.ratelimit.internal.actuate;

import io.github.ratelimit.RateLimitCircuitBreakerEvent.State;
import io.github.ratelimit.internal.limiter.GlobalBudget;
import io.github.ratelimit.internal.limiter.GlobalBudgets;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.internal.limiter.StoreStatus;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the health of an instance says of its limits, on every line of Spring Boot. It is what the process knows: nobody is
 * asked, so a health probe never waits.
 */
public final class HealthReport {

    private final Policies policies;
    private final @Nullable StoreStatus store;
    private final GlobalBudgets budgets;
    private final boolean downOnStoreFailure;

    /**
     * A report.
     *
     * @param policies without any there is nothing to tell: nobody has connected to the store
     * @param store the shared store; null if limits are counted in this process
     * @param downOnStoreFailure whether an instance is DOWN while the store fails
     */
    public HealthReport(
            Policies policies, @Nullable StoreStatus store, GlobalBudgets budgets, boolean downOnStoreFailure) {
        this.policies = policies;
        this.store = store;
        this.budgets = budgets;
        this.downOnStoreFailure = downOnStoreFailure;
    }

    /** Whether the instance is to be taken for DOWN. Each policy knows what to do without the store, so seldom. */
    public boolean isDown() {
        return downOnStoreFailure
                && store != null
                && !policies.all().isEmpty()
                && (!store.isConnected() || store.breaker() != State.CLOSED);
    }

    /** The details, in the order in which they are shown. */
    public Map<String, Object> details() {
        if (policies.all().isEmpty()) {
            return Map.of();
        }
        Map<String, Object> details = new LinkedHashMap<>();
        if (store == null) {
            details.put("store", "local");
        } else {
            details.put("store", "redis");
            details.put("connected", store.isConnected());
            details.put(
                    "breaker", store.breaker().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        Map<String, Object> ofPolicies = new LinkedHashMap<>();
        for (GlobalBudget budget : budgets.all()) {
            Map<String, Object> unknown = Map.of();
            ofPolicies.put(
                    budget.policy(), budget.state().map(HealthReport::details).orElse(unknown));
        }
        if (!ofPolicies.isEmpty()) {
            details.put("budgets", ofPolicies);
        }
        return details;
    }

    private static Map<String, Object> details(GlobalBudget.State state) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("limit", state.limit());
        details.put("capacity", state.capacity());
        details.put("remaining", state.remaining());
        return details;
    }
}
