package io.github.ratelimit;

/** Hears of every decision, for audits. A bean of this type is found by itself. Runs on the caller's thread: be quick. */
@FunctionalInterface
public interface RateLimitListener {

    /** A decision was made; {@code peek} is not told. An exception thrown here is logged and changes nothing. */
    void onDecision(RateLimitDecision decision);
}
