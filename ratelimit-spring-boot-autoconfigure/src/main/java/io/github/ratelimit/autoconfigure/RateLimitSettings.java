package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.key.AddressNormalizer;
import io.github.ratelimit.internal.key.KeyEncoder;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.RegionShare;
import io.github.ratelimit.internal.web.HeaderStyle;
import io.github.ratelimit.internal.web.Route;
import io.github.ratelimit.internal.web.TrustedProxies;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The configuration, checked and parsed.
 *
 * @param policies all policies of the configuration
 * @param routes those with paths
 * @param store where counts live
 * @param keyPrefix what all keys in Redis begin with
 * @param keyEncoder writes keys
 * @param instances among how many a limit is shared out while Redis fails; null: counted
 * @param region how much of every limit holds here
 * @param localMaxKeys how many keys are counted in this process
 * @param leakyMaxWaiting how many callers of this instance may wait for a leaky bucket's turn
 * @param healthDownOnStoreFailure whether health is DOWN while Redis fails
 * @param redisDeadline the longest that a request waits for Redis
 * @param circuitBreaker when Redis is asked no more
 * @param connectionFactory name of a bean; null: the primary one
 * @param trustedProxies who is believed about a client's address
 * @param addresses brings addresses of clients into their one form
 * @param headers headers that tell what is left
 */
record RateLimitSettings(
        List<ActivePolicy> policies,
        List<Route> routes,
        Store store,
        String keyPrefix,
        KeyEncoder keyEncoder,
        @Nullable Integer instances,
        RegionShare region,
        int localMaxKeys,
        int leakyMaxWaiting,
        boolean healthDownOnStoreFailure,
        Duration redisDeadline,
        CircuitBreakerConfig circuitBreaker,
        @Nullable String connectionFactory,
        TrustedProxies trustedProxies,
        AddressNormalizer addresses,
        Set<HeaderStyle> headers) {

    /** Where counts live. */
    enum Store {
        REDIS,
        LOCAL
    }
}
