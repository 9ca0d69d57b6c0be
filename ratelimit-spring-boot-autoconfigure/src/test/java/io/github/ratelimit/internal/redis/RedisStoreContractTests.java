package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.RateLimitStoreContract;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import org.junit.jupiter.api.AfterAll;

class RedisStoreContractTests extends RateLimitStoreContract {

    private static final SettableTime TIME = SettableTime.withExpiry();

    @AfterAll
    static void close() {
        TIME.close();
    }

    @Override
    protected RateLimitStore store() {
        return TIME.redis().store();
    }

    @Override
    protected void setTime(long micros) throws StoreFailureException {
        TIME.set(micros);
    }
}
