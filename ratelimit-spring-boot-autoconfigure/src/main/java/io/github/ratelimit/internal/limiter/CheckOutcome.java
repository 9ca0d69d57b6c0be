package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import java.util.Locale;

/** What became of one check of a decision, as metrics and logs name it. */
public enum CheckOutcome {

    /** It had room, and so had all others: its permits were taken. */
    ALLOWED,

    /** It had no room, and so the decision was a refusal. */
    REFUSED,

    /** It had room, but another check of the decision had none: nothing was taken. */
    OTHER,

    /** It had no room, or could not be decided, and its policy is not enforced: it only would have refused. */
    SHADOW,

    /** The store could not decide it, and its policy is closed then. */
    UNAVAILABLE;

    private final String text = name().toLowerCase(Locale.ROOT);

    /** What became of a check of this decision. */
    public static CheckOutcome of(RateLimitDecision decision, Result result) {
        if (result.outcome() == Outcome.ALLOWED) {
            return decision.isAllowed() ? ALLOWED : OTHER;
        }
        if (!result.policy().enforce()) {
            return SHADOW;
        }
        return result.outcome() == Outcome.UNAVAILABLE ? UNAVAILABLE : REFUSED;
    }

    /** The name in tags and log fields, in lower case. */
    @Override
    public String toString() {
        return text;
    }
}
