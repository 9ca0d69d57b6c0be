package io.github.ratelimit.internal.plan;

import java.time.Duration;

/**
 * How long answers hold, and how long anybody waits for them.
 *
 * @param refresh after which an answer is asked for again
 * @param timeout the longest that a request waits for one
 */
public record PlanTimes(Duration refresh, Duration timeout) {

    /** Between two tries for one value while the resolver fails. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    long refreshNanos() {
        return refresh.toNanos();
    }

    long timeoutNanos() {
        return timeout.toNanos();
    }

    long pauseNanos() {
        return Math.min(refreshNanos(), LONGEST_PAUSE.toNanos());
    }
}
