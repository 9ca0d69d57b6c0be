package io.github.ratelimit.benchmarks;

import java.time.Duration;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's limiter with its defaults; the rate of each key is set beforehand. */
final class RedissonLimiters implements Limiter {

    private final RedissonClient client;

    RedissonLimiters(int port) {
        Config config = new Config();
        config.useSingleServer().setAddress("redis://127.0.0.1:" + port);
        client = Redisson.create(config);
        for (String key : Keys.all()) {
            limiter(key).trySetRate(RateType.OVERALL, Way.LIMIT, Duration.ofHours(1));
        }
    }

    private RRateLimiter limiter(String key) {
        return client.getRateLimiter("redisson:" + key);
    }

    @Override
    public boolean take(String key) {
        return limiter(key).tryAcquire();
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
