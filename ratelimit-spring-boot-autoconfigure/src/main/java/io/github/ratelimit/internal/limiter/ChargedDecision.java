package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** A decision with the receipts of what it took, which can be given back once. */
public final class ChargedDecision extends RateLimitDecision {

    private final AtomicReference<List<Charge>> charges;

    /** An answer and its receipts; none when nothing was taken. */
    public ChargedDecision(Outcome outcome, List<Result> results, List<Charge> charges) {
        super(outcome, results);
        this.charges = new AtomicReference<>(List.copyOf(charges));
    }

    /** The receipts, to whoever asks first; then none. */
    List<Charge> takeCharges() {
        return charges.getAndSet(List.of());
    }
}
