package io.github.ratelimit.internal.local;

import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.RateLimitStoreContract;

class LocalStoreContractTests extends RateLimitStoreContract {

    private final TestClock clock = new TestClock();
    private final LocalStore store = new LocalStore(100, clock);

    @Override
    protected RateLimitStore store() {
        return store;
    }

    @Override
    protected void setTime(long micros) {
        clock.set(micros);
    }
}
