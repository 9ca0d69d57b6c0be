package io.github.ratelimit.benchmarks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;

/** The least that a round trip can do. */
final class BareIncrement implements Limiter {

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    BareIncrement(int port) {
        client = RedisClient.create(RedisURI.create("127.0.0.1", port));
        connection = client.connect();
    }

    @Override
    public boolean take(String key) {
        return connection.async().incr(key).toCompletableFuture().join() > 0;
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }
}
