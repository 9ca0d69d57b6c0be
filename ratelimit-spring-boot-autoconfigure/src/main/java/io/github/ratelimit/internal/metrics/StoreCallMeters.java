package io.github.ratelimit.internal.metrics;

import io.github.ratelimit.internal.redis.CallEnd;
import io.github.ratelimit.internal.redis.CallListener;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Times the calls of the script, as {@code ratelimit.store.calls}, and sizes them, as {@code ratelimit.store.batch}. */
public final class StoreCallMeters implements CallListener {

    private final Map<CallEnd, Timer> timers = new EnumMap<>(CallEnd.class);
    private final DistributionSummary batch;

    /** Measures into this registry. All meters are there from the start. */
    public StoreCallMeters(MeterRegistry registry) {
        for (CallEnd end : CallEnd.values()) {
            timers.put(
                    end,
                    Timer.builder("ratelimit.store.calls")
                            .description("Calls of the script in Redis, from leaving until their end")
                            .tag("outcome", end.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
        batch = DistributionSummary.builder("ratelimit.store.batch")
                .description("Requests that went to Redis together, in one call of the script")
                .register(registry);
    }

    @Override
    public void ended(CallEnd end, long nanos, int requests) {
        Objects.requireNonNull(timers.get(end)).record(nanos, TimeUnit.NANOSECONDS);
        batch.record(requests);
    }
}
