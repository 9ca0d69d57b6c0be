package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.Algorithm;
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

    /**
     * The receipt of a part.
     *
     * @param permits how many
     * @param behind how many of the others were taken after them: those of a bucket come back later
     */
    public Charge part(long permits, long behind) {
        boolean refills = check.numbers().algorithm() == Algorithm.TOKEN_BUCKET;
        List<Long> until = Lists.map(
                untilMicros,
                check.numbers().limits(),
                (last, limit) -> refills ? last - limit.refillMicros(behind) : last);
        return new Charge(check.withCost(permits), basis, until);
    }
}
