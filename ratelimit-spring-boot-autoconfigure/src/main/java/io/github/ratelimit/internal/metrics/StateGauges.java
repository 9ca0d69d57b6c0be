package io.github.ratelimit.internal.metrics;

import io.github.ratelimit.RateLimitCircuitBreakerEvent.State;
import io.github.ratelimit.internal.limiter.GlobalBudget;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.StoreStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/** What the limiter is like now. Reading a gauge asks nobody. */
public final class StateGauges {

    private final MeterRegistry registry;

    /** Gauges in this registry. */
    public StateGauges(MeterRegistry registry) {
        this.registry = registry;
    }

    /** {@code ratelimit.breaker.state}: a gauge a state, of which one is 1 and the others are 0. */
    public void breaker(StoreStatus store) {
        for (State state : State.values()) {
            Gauge.builder("ratelimit.breaker.state", store, status -> status.breaker() == state ? 1 : 0)
                    .description("Whether the circuit breaker of the store is in this state")
                    .tag("state", state.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .strongReference(true)
                    .register(registry);
        }
    }

    /** {@code ratelimit.usage}: which part of a global budget is in use; not a number before its first decision. */
    public void usage(GlobalBudget budget) {
        Gauge.builder("ratelimit.usage", budget, StateGauges::usageOf)
                .description("Part of a global budget that is in use, 0 to 1, as this instance last saw it")
                .tag("policy", budget.policy())
                .strongReference(true)
                .register(registry);
    }

    private static double usageOf(GlobalBudget budget) {
        return budget.state().map(GlobalBudget.State::usage).orElse(Double.NaN);
    }

    /** {@code ratelimit.local.keys}: how many keys are counted in this process. */
    public void localKeys(RateLimitStore store) {
        Gauge.builder("ratelimit.local.keys", store, RateLimitStore::localKeys)
                .description("Keys of limits that are counted in this process")
                .strongReference(true)
                .register(registry);
    }
}
