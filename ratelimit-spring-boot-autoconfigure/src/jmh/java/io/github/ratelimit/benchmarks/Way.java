package io.github.ratelimit.benchmarks;

import java.util.function.IntFunction;

/** What is compared. */
public enum Way {
    OURS("ratelimit-spring-boot", Ours::new),
    INCR("bare INCR over Lettuce, no limit at all", BareIncrement::new),
    SCRIPT("hash token bucket in Lua through StringRedisTemplate", HandWrittenScript::new),
    BUCKET4J("Bucket4j on Lettuce, compare and swap", Bucket4jBuckets::new),
    REDISSON("Redisson RRateLimiter", RedissonLimiters::new);

    /** So many permits that every check passes. */
    static final long LIMIT = 1_000_000_000;

    private final String title;
    private final IntFunction<Limiter> start;

    Way(String title, IntFunction<Limiter> start) {
        this.title = title;
        this.start = start;
    }

    String title() {
        return title;
    }

    /** Connects to the Redis on this port. */
    Limiter start(int port) {
        return start.apply(port);
    }
}
