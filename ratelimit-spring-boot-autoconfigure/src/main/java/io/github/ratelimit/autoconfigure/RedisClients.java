package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import io.github.ratelimit.internal.redis.JedisConnector;
import io.github.ratelimit.internal.redis.LettuceConnector;
import io.github.ratelimit.internal.redis.RedisConnections;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Connects by the Redis client that the application's connection factory has: Lettuce or Jedis. The classes of one are not
 * touched where there is only the other.
 */
final class RedisClients {

    private static final String PROPERTY = "ratelimit.redis.connection-factory";

    private RedisClients() {}

    static RedisConnections connections(RateLimitSettings settings, BeanFactory beans) {
        RedisConnectionFactory factory = factory(settings.connectionFactory(), beans);
        return PropertyReader.at("spring.data.redis", null, () -> connections(factory, settings));
    }

    private static RedisConnections connections(RedisConnectionFactory factory, RateLimitSettings settings) {
        if (factory instanceof LettuceConnectionFactory lettuce) {
            return LettuceConnector.connections(lettuce, settings.keyPrefix());
        }
        if (factory instanceof JedisConnectionFactory jedis) {
            return JedisConnector.connections(jedis, settings.keyPrefix(), settings.redisDeadline());
        }
        String name = settings.connectionFactory();
        throw new RateLimitConfigurationException(
                name == null ? "spring.data.redis.client-type" : PROPERTY,
                name,
                "the Redis client is a " + factory.getClass().getSimpleName()
                        + "; only Lettuce and Jedis are supported");
    }

    private static RedisConnectionFactory factory(@Nullable String name, BeanFactory beans) {
        try {
            return name == null
                    ? beans.getBean(RedisConnectionFactory.class)
                    : beans.getBean(name, RedisConnectionFactory.class);
        } catch (NoSuchBeanDefinitionException none) {
            String reason = name == null
                    ? "there are several RedisConnectionFactory beans and none is primary; name one"
                    : "there is no such RedisConnectionFactory bean";
            throw new RateLimitConfigurationException(PROPERTY, name, reason);
        }
    }
}
