package io.github.ratelimit;

/**
 * A method annotated with {@link RateLimited} did not run because its limits refused, or could not be decided while the
 * store failed. Unhandled in a web request it is answered with 429 or 503.
 */
public class RateLimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient RateLimitDecision decision;

    /** The method was refused by this decision. */
    public RateLimitExceededException(RateLimitDecision decision) {
        super(
                decision.outcome() == RateLimitDecision.Outcome.UNAVAILABLE
                        ? "The rate limit cannot be decided now"
                        : "Rate limit exceeded");
        this.decision = decision;
    }

    /** The decision that refused. */
    public RateLimitDecision decision() {
        return decision;
    }
}
