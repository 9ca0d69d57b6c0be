package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;
import java.util.List;
import java.util.function.Predicate;

/** A decision with the receipts of what it took, which can be given back once. */
public final class ChargedDecision extends RateLimitDecision {

    private List<Charge> charges;

    /** An answer and its receipts; none when nothing was taken. */
    public ChargedDecision(Outcome outcome, List<Result> results, List<Charge> charges) {
        super(outcome, results);
        this.charges = List.copyOf(charges);
    }

    /** The receipts, to whoever asks first; then none. */
    public List<Charge> takeCharges() {
        return takeCharges(charge -> true);
    }

    /** Some of the receipts, to whoever asks for them first. */
    synchronized List<Charge> takeCharges(Predicate<Charge> wanted) {
        List<Charge> taken = charges.stream().filter(wanted).toList();
        charges = charges.stream().filter(Predicate.not(wanted)).toList();
        return taken;
    }
}
