package io.github.ratelimit.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;

/** Bucket4j's proxies, made for each check as its documentation does. */
final class Bucket4jBuckets implements Limiter {

    private static final BucketConfiguration CONFIGURATION = BucketConfiguration.builder()
            .addLimit(limit -> limit.capacity(Way.LIMIT).refillGreedy(Way.LIMIT, Duration.ofHours(1)))
            .build();

    private final RedisClient client;
    private final ProxyManager<byte[]> buckets;

    Bucket4jBuckets(int port) {
        client = RedisClient.create(RedisURI.create("127.0.0.1", port));
        buckets = Bucket4jLettuce.casBasedBuilder(client)
                .expirationAfterWrite(
                        ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(Duration.ofSeconds(10)))
                .build();
    }

    @Override
    public boolean take(String key) {
        return buckets.getProxy(("bucket4j:" + key).getBytes(UTF_8), () -> CONFIGURATION)
                .tryConsume(1);
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }
}
