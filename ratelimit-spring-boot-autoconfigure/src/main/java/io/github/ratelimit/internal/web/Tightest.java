package io.github.ratelimit.internal.web;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitDecision.Usage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limit that a caller is told of: the one closest to exhaustion (least remaining ÷ capacity) over all phases so far,
 * or the one with the longest wait that refused.
 *
 * @param result the check it belongs to
 * @param usage the limit
 */
record Tightest(Result result, Usage usage) {

    /** The tightest of a decision and of what was the tightest before; null when nothing may be told. */
    static @Nullable Tightest of(RateLimitDecision decision, @Nullable Tightest before) {
        if (!decision.isAllowed()) {
            Tightest refusing = refusing(decision);
            return refusing == null ? before : refusing;
        }
        Tightest tightest = before;
        for (Result result : decision.results()) {
            if (result.policy().expose() && result.policy().enforce()) {
                for (Usage usage : result.usages()) {
                    if (tightest == null || isTighter(usage, tightest.usage)) {
                        tightest = new Tightest(result, usage);
                    }
                }
            }
        }
        return tightest;
    }

    private static @Nullable Tightest refusing(RateLimitDecision decision) {
        Tightest longest = null;
        for (Result result : decision.results()) {
            if (result.outcome() == Outcome.REFUSED
                    && result.refuses()
                    && result.policy().expose()) {
                for (Usage each : result.usages()) {
                    Usage usage = whileBlocked(result, each);
                    if (longest == null || isLonger(usage.retryAfter(), longest.usage.retryAfter())) {
                        longest = new Tightest(result, usage);
                    }
                }
            }
        }
        return longest;
    }

    /** A blocked key has nothing to spend, whatever its limit holds. */
    private static Usage whileBlocked(Result result, Usage usage) {
        Duration blocked = result.blockedFor();
        if (blocked.isZero()) {
            return usage;
        }
        Duration wait = usage.retryAfter();
        return new Usage(
                usage.limit(),
                usage.capacity(),
                0,
                usage.timeToFull(),
                longer(usage.resetAfter(), blocked),
                wait == null ? null : longer(wait, blocked));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static boolean isTighter(Usage one, Usage other) {
        return (double) one.remaining() / one.capacity() < (double) other.remaining() / other.capacity();
    }

    /** Null is for ever. */
    private static boolean isLonger(@Nullable Duration one, @Nullable Duration other) {
        return other != null && (one == null || one.compareTo(other) > 0);
    }
}
