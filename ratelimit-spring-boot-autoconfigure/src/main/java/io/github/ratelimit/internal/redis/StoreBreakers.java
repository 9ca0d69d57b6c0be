package io.github.ratelimit.internal.redis;

import io.github.ratelimit.RateLimitCircuitBreakerEvent;
import io.github.ratelimit.RateLimitCircuitBreakerEvent.State;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** The circuit breakers around Redis: one, or one a primary of a Cluster, made when it is first asked for. */
public final class StoreBreakers implements AutoCloseable {

    private final Function<String, CircuitBreaker> registry;
    private final Consumer<String> remove;
    private final Consumer<RateLimitCircuitBreakerEvent> listener;
    private final Map<String, StoreBreaker> byName = new ConcurrentHashMap<>();

    /**
     * Breakers of a registry, which may be the application's.
     *
     * @param registry makes one by its name, or has it
     * @param remove takes one out
     * @param listener hears every change of a state
     */
    public StoreBreakers(
            Function<String, CircuitBreaker> registry,
            Consumer<String> remove,
            Consumer<RateLimitCircuitBreakerEvent> listener) {
        this.registry = registry;
        this.remove = remove;
        this.listener = listener;
    }

    /** The one of that name. */
    public StoreBreaker named(String name) {
        return byName.computeIfAbsent(name, missing -> {
            StoreBreaker breaker = new StoreBreaker(registry.apply(missing));
            breaker.onChange(listener);
            return breaker;
        });
    }

    /** Of a primary that is none any more. */
    void forget(String name) {
        StoreBreaker gone = byName.remove(name);
        if (gone != null) {
            gone.close();
            remove.accept(name);
        }
    }

    /** The worst of their states. */
    public State state() {
        State worst = State.CLOSED;
        for (StoreBreaker breaker : byName.values()) {
            State state = breaker.state();
            if (state == State.OPEN) {
                return state;
            }
            worst = state == State.HALF_OPEN ? state : worst;
        }
        return worst;
    }

    @Override
    public void close() {
        byName.values().forEach(StoreBreaker::close);
    }
}
