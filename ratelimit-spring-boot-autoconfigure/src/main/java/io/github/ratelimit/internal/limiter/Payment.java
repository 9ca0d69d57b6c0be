package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.internal.limiter.RequestLedger.Credit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one call of an annotated method was paid with.
 *
 * @param decision its own; null if nothing was left to pay
 * @param credits charges of the filter that count for it
 */
public record Payment(@Nullable RateLimitDecision decision, List<Credit> credits) {

    /** Copies the list. */
    public Payment {
        credits = List.copyOf(credits);
    }
}
