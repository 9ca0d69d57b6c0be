package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import org.jspecify.annotations.Nullable;

/**
 * A node's word that a slot is elsewhere. What it was asked has not run.
 *
 * @param asking whether the slot is only on its way there
 */
record Redirect(boolean asking, int slot, NodeAddress to) {

    /** The redirect that a failure is; null if it is none, or leads nowhere. */
    static @Nullable Redirect in(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String text = cause instanceof StoreFailureException ? null : cause.getMessage();
            Redirect redirect = text == null ? null : parse(text);
            if (redirect != null) {
                return redirect;
            }
        }
        return null;
    }

    private static @Nullable Redirect parse(String text) {
        boolean asking = text.startsWith("ASK ");
        if (!asking && !text.startsWith("MOVED ")) {
            return null;
        }
        String[] words = text.split(" ", -1);
        NodeAddress to = words.length == 3 ? NodeAddress.parse(words[2]) : null;
        return to == null ? null : new Redirect(asking, Integer.parseInt(words[1]), to);
    }
}
