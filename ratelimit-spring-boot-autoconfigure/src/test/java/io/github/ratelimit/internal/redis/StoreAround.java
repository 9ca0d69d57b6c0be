package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.util.List;

/** A store whose decisions a test watches or hinders; all else is left as it is. */
abstract class StoreAround implements RateLimitStore {

    final RateLimitStore store;

    StoreAround(RateLimitStore store) {
        this.store = store;
    }

    @Override
    public void refund(List<Charge> charges) {
        store.refund(charges);
    }

    @Override
    public void reset(List<ResolvedCheck> checks) throws StoreFailureException {
        store.reset(checks);
    }
}
