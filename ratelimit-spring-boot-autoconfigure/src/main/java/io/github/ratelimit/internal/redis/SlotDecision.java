package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.redis.RunningDecision.Asked;
import org.jspecify.annotations.Nullable;

/** The decision of one slot's checks, wherever the slot is. A redirected request has not run, so it may be sent again. */
final class SlotDecision {

    private static final int MOST_REDIRECTS = 4;

    private final PrimaryStores primaries;
    private final Asked asked;
    private @Nullable RunningDecision running;
    private @Nullable StoreFailureException failure;

    /** Sends it. Must be finished. */
    SlotDecision(PrimaryStores primaries, int slot, Asked asked) {
        this.primaries = primaries;
        this.asked = asked;
        try {
            running = primaries.at(slot).begin(asked);
        } catch (StoreFailureException notSent) {
            failure = notSent;
        }
    }

    ChargedDecision finish() throws StoreFailureException {
        for (int redirects = 0; ; redirects++) {
            try {
                return answer();
            } catch (StoreFailureException refused) {
                Redirect redirect = Redirect.in(refused);
                if (redirect == null
                        || redirects == MOST_REDIRECTS
                        || asked.end().remainingNanos() <= 0) {
                    throw refused;
                }
                running = primaries
                        .follow(redirect, asked.end())
                        .begin(new Asked(asked.checks(), asked.take(), asked.end(), redirect.asking()));
            }
        }
    }

    private ChargedDecision answer() throws StoreFailureException {
        if (running == null) {
            throw failure == null ? new StoreFailureException("nothing was sent") : failure;
        }
        return running.finish();
    }
}
