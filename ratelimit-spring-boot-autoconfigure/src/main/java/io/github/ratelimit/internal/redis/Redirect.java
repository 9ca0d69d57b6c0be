package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.lettuce.core.RedisCommandExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A node's word that a slot is elsewhere. What it was asked has not run.
 *
 * @param asking whether the slot is only on its way there
 */
record Redirect(boolean asking, int slot, NodeAddress to) {

    /** The redirect that a failure is; null if it is none. */
    static @Nullable Redirect in(StoreFailureException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof RedisCommandExecutionException && cause.getMessage() != null) {
                return parse(cause.getMessage());
            }
        }
        return null;
    }

    private static @Nullable Redirect parse(String text) {
        boolean asking = text.startsWith("ASK ");
        if (!asking && !text.startsWith("MOVED ")) {
            return null;
        }
        int afterSlot = text.lastIndexOf(' ');
        int slot = Integer.parseInt(text.substring(text.indexOf(' ') + 1, afterSlot));
        return new Redirect(asking, slot, NodeAddress.parse(text.substring(afterSlot + 1)));
    }
}
