package io.github.ratelimit.internal.plan;

import io.github.ratelimit.internal.limiter.PlanNames;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a resolver fails. One line an outage, and at most one a minute, whatever callers send. */
final class ResolverHealth {

    private static final Logger log = LoggerFactory.getLogger(ResolverHealth.class);

    /** So many answers in a row make an outage a thing of the past. */
    private static final int SUCCESSES_TO_RECOVERY = 20;

    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final PlanNames names;
    private volatile boolean failing;
    private int successes;
    private long failingSince;
    private boolean crowded;
    private long crowdedSince;
    private boolean closed;

    ResolverHealth(PlanNames names) {
        this.names = names;
    }

    boolean isFailing() {
        return failing;
    }

    void succeeded(long now) {
        if (failing && recovers(now)) {
            log.info("{} of rate limit policy '{}' answers again", names.source(), names.policy());
        }
    }

    /** The reason is free of what callers send. */
    void failed(String reason, long now) {
        if (beginsToFail(now)) {
            log.warn(
                    "{} of rate limit policy '{}' failed: {}. Until it answers, clients it has told of keep their plans; "
                            + "others have the default plan, else the policy's limit",
                    names.source(),
                    names.policy(),
                    reason);
        }
    }

    /** There were more values to ask about than can be. */
    void crowded(long now) {
        if (beginsToBeCrowded(now)) {
            log.warn(
                    "{} of rate limit policy '{}' cannot be asked about all new values in time: "
                            + "those left over are taken for unknown",
                    names.source(),
                    names.policy());
        }
    }

    /** Says nothing more: what fails now was ended. */
    synchronized void close() {
        closed = true;
    }

    private synchronized boolean recovers(long now) {
        successes++;
        if (successes < SUCCESSES_TO_RECOVERY || now - failingSince < MINUTE) {
            return false;
        }
        boolean wasFailing = failing;
        failing = false;
        return wasFailing;
    }

    private synchronized boolean beginsToFail(long now) {
        successes = 0;
        if (failing || closed) {
            return false;
        }
        failing = true;
        failingSince = now;
        return true;
    }

    private synchronized boolean beginsToBeCrowded(long now) {
        if (failing || closed || (crowded && now - crowdedSince < MINUTE)) {
            return false;
        }
        crowded = true;
        crowdedSince = now;
        return true;
    }
}
