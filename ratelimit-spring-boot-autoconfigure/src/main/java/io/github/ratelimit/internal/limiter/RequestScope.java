package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.internal.key.KeyPart;
import org.jspecify.annotations.Nullable;

/** The request that code runs in, as far as limits are concerned: its values, and what it was charged so far. */
public interface RequestScope {

    /** The value of a part of a key; null when the request has none. */
    @Nullable
    String value(KeyPart part);

    /** What the request was charged so far. */
    RequestLedger ledger();

    /** Tells the caller what is left, while that can still be told. */
    void announce(RateLimitDecision decision);
}
