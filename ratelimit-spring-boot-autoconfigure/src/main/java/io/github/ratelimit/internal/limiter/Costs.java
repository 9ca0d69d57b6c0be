package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.InvalidRateLimitCheckException;
import io.github.ratelimit.Limit;
import org.jspecify.annotations.Nullable;

/** Reads what an expression gives for a cost. */
public final class Costs {

    private Costs() {}

    /**
     * The permits.
     *
     * @throws InvalidRateLimitCheckException if it is no whole number from 0 to 1,000,000,000
     */
    public static long permits(String policy, @Nullable Object value) {
        if (value instanceof Number number) {
            double permits = number.doubleValue();
            if (permits == Math.rint(permits) && permits >= 0 && permits <= Limit.MAX_COUNT) {
                return number.longValue();
            }
        }
        throw new InvalidRateLimitCheckException(
                policy, "policy '" + policy + "': the cost must be a whole number from 0 to 1,000,000,000");
    }
}
