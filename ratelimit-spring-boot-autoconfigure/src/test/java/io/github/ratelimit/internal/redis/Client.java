package io.github.ratelimit.internal.redis;

import java.time.Duration;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The clients that an application may have. Its factory is only read, so that it is not started. */
enum Client {
    LETTUCE {
        @Override
        RedisConnector connector(RedisStandaloneConfiguration where, Duration deadline) {
            return LettuceConnector.like(new LettuceConnectionFactory(where));
        }

        @Override
        RedisConnections connections(RedisClusterConfiguration where, String keyPrefix, Duration deadline) {
            return LettuceConnector.connections(new LettuceConnectionFactory(where), keyPrefix);
        }
    },
    JEDIS {
        @Override
        RedisConnector connector(RedisStandaloneConfiguration where, Duration deadline) {
            return JedisConnector.like(new JedisConnectionFactory(where), deadline);
        }

        @Override
        RedisConnections connections(RedisClusterConfiguration where, String keyPrefix, Duration deadline) {
            return JedisConnector.connections(new JedisConnectionFactory(where), keyPrefix, deadline);
        }
    };

    /** Connects as the limiter does in an application with this client. */
    RedisConnector connector(String host, int port, Duration deadline) {
        return connector(new RedisStandaloneConfiguration(host, port), deadline);
    }

    abstract RedisConnector connector(RedisStandaloneConfiguration where, Duration deadline);

    abstract RedisConnections connections(RedisClusterConfiguration where, String keyPrefix, Duration deadline);
}
