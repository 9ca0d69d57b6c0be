package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision.Basis;
import java.util.List;

/**
 * The receipt of permits that a store took.
 *
 * @param check what was charged
 * @param basis who charged it
 * @param untilMicros one a limit, on the store's clock: when these permits would have come back by themselves
 */
public record Charge(ResolvedCheck check, Basis basis, List<Long> untilMicros) {

    /** Copies the list. */
    public Charge {
        untilMicros = List.copyOf(untilMicros);
    }
}
