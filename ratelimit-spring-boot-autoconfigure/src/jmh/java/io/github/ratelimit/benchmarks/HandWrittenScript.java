package io.github.ratelimit.benchmarks;

import java.util.List;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/** A token bucket in a hash, as many applications have one. */
final class HandWrittenScript implements Limiter {

    private static final RedisScript<Long> BUCKET = RedisScript.of("""
            local capacity = tonumber(ARGV[1])
            local rate = tonumber(ARGV[2])
            local cost = tonumber(ARGV[3])
            local time = redis.call('TIME')
            local now = time[1] + time[2] / 1000000
            local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'time')
            local tokens = tonumber(bucket[1]) or capacity
            local last = tonumber(bucket[2]) or now
            tokens = math.min(capacity, tokens + math.max(0, now - last) * rate)
            local allowed = tokens >= cost
            if allowed then
              tokens = tokens - cost
            end
            redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'time', tostring(now))
            redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / rate * 1000))
            return allowed and 1 or 0
            """, Long.class);

    private final LettuceConnectionFactory factory;
    private final StringRedisTemplate redis;

    HandWrittenScript(int port) {
        factory = new LettuceConnectionFactory("127.0.0.1", port);
        factory.afterPropertiesSet();
        factory.start();
        redis = new StringRedisTemplate(factory);
    }

    @Override
    public boolean take(String key) {
        String rate = "277777.7"; // of a thousand million an hour, as a second
        return redis.execute(BUCKET, List.of("script:" + key), Long.toString(Way.LIMIT), rate, "1") == 1;
    }

    @Override
    public void close() {
        factory.destroy();
    }
}
