package io.github.ratelimit.internal.metrics;

import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.internal.limiter.CheckOutcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The counters of one plan of a policy, by outcome and basis; each is registered when it first counts. */
final class PlanMeters {

    private final Map<CheckOutcome, Map<Basis, Cell>> cells = new EnumMap<>(CheckOutcome.class);
    private final MeterRegistry registry;
    private final String policy;
    private final String plan;

    PlanMeters(MeterRegistry registry, String policy, String plan) {
        this.registry = registry;
        this.policy = policy;
        this.plan = plan;
        for (CheckOutcome outcome : CheckOutcome.values()) {
            Map<Basis, Cell> ofOutcome = new EnumMap<>(Basis.class);
            for (Basis basis : Basis.values()) {
                ofOutcome.put(basis, new Cell());
            }
            cells.put(outcome, ofOutcome);
        }
    }

    private static final class Cell {

        private volatile @Nullable Counter counter;
    }

    void count(CheckOutcome outcome, Basis basis) {
        Cell cell = Objects.requireNonNull(
                Objects.requireNonNull(cells.get(outcome)).get(basis));
        Counter counter = cell.counter;
        if (counter == null) {
            counter = register(outcome, basis); // the registry gives the same one to all who ask at once
            cell.counter = counter;
        }
        counter.increment();
    }

    private Counter register(CheckOutcome outcome, Basis basis) {
        return Counter.builder("ratelimit.decisions")
                .description("Checks decided, by what became of them and what decided them")
                .tag("policy", policy)
                .tag("plan", plan)
                .tag("outcome", outcome.toString())
                .tag("basis", basis.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .register(registry);
    }
}
