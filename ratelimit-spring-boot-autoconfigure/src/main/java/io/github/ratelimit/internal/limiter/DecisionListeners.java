package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitListener;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who hears of decisions: the log of refusals, and all listeners. None of them can change a decision by failing. */
public final class DecisionListeners {

    private static final Logger log = LoggerFactory.getLogger(DecisionListeners.class);

    private final Supplier<List<RateLimitListener>> listeners;
    private final @Nullable RefusalLog refusals;
    private final FailureLog failures;

    /**
     * Tells these.
     *
     * @param listeners asked for at each decision
     * @param refusals the log of refusals; null: refusals are not logged
     * @param nanoClock tells when a line about a failing listener is due
     */
    public DecisionListeners(
            Supplier<List<RateLimitListener>> listeners, @Nullable RefusalLog refusals, LongSupplier nanoClock) {
        this.listeners = listeners;
        this.refusals = refusals;
        this.failures = new FailureLog(log, "A RateLimitListener failed; the decision stands", nanoClock);
    }

    /** Tells a decision. */
    void tell(RateLimitDecision decision, Place place) {
        if (refusals != null) {
            refusals.note(decision, place);
        }
        for (RateLimitListener listener : listeners.get()) {
            try {
                listener.onDecision(decision);
            } catch (Exception failure) { // Kotlin and Groovy throw checked ones too
                failures.noteWithTrace(failure);
            }
        }
    }
}
