package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.RateLimitStoreContract;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    @ParameterizedTest
    @EnumSource
    void stateThatCannotBeReadIsAbsentAndOverwritten(Algorithm algorithm) throws StoreFailureException {
        String garbage = "garbage of " + algorithm;
        String key = TIME.redis().key("api", garbage.replace(' ', '-'));
        ResolvedCheck check = ResolvedChecks.of(ten(algorithm), garbage.replace(' ', '-'), 10);
        TIME.redis().commands().set(key, garbage);

        assertThat(store().decide(List.of(check), true).isAllowed()).isTrue();
        assertThat(store().decide(List.of(check), true).isAllowed()).isFalse();
    }
}
