package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision.Result;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at single keys, and clears them, for people who are not the callers they belong to. */
public final class KeyStates {

    private final StoreRateLimiter limiter;

    /** Looks at the keys of this limiter. */
    public KeyStates(StoreRateLimiter limiter) {
        this.limiter = limiter;
    }

    /**
     * The state of a key. Nothing is charged.
     *
     * @param kind the alternative of the policy's key that the values belong to; null: the first
     * @param values what the caller sent, one a part; empty for the one key of all
     * @return null if the policy does not apply to such a caller
     * @throws IllegalArgumentException if the values cannot be read, nobody is known by them, or there is no such kind
     */
    public @Nullable Result look(ActivePolicy policy, @Nullable String kind, List<String> values) {
        ResolvedCheck check = limiter.resolver().ofCaller(policy, kind, values);
        return check == null ? null : look(check);
    }

    /** Clears a key; its state afterwards. Throws as {@link #look} does. */
    public @Nullable Result clear(ActivePolicy policy, @Nullable String kind, List<String> values) {
        ResolvedCheck check = limiter.resolver().ofCaller(policy, kind, values);
        if (check == null) {
            return null;
        }
        limiter.reset(List.of(check));
        return look(check);
    }

    private Result look(ResolvedCheck check) {
        return limiter.peek(check).results().get(0);
    }
}
