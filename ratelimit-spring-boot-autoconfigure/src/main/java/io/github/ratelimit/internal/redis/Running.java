package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** A decision that Redis was asked for. */
@FunctionalInterface
interface Running {

    /** Waits for it. */
    ChargedDecision finish() throws StoreFailureException;

    /** Asks for one. */
    @FunctionalInterface
    interface Start {

        /** Sends it. */
        Running begin(List<ResolvedCheck> checks) throws StoreFailureException;
    }

    /** Sends all before the first is waited for. Null for those that fail. */
    static List<@Nullable ChargedDecision> finishAll(List<List<ResolvedCheck>> requests, Start start) {
        List<Running> running = new ArrayList<>(requests.size());
        for (List<ResolvedCheck> checks : requests) {
            running.add(begin(checks, start));
        }
        List<@Nullable ChargedDecision> decisions = new ArrayList<>(requests.size());
        for (Running each : running) {
            decisions.add(finish(each));
        }
        return decisions;
    }

    private static Running begin(List<ResolvedCheck> checks, Start start) {
        try {
            return start.begin(checks);
        } catch (StoreFailureException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    private static @Nullable ChargedDecision finish(Running running) {
        try {
            return running.finish();
        } catch (StoreFailureException failure) {
            LoggerFactory.getLogger(Running.class)
                    .debug("Redis did not tell, and whoever needs it asks again", failure);
            return null;
        }
    }
}
