package io.github.ratelimit.scale;

import io.github.ratelimit.testing.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;

/** What Redis says of itself. */
final class Server implements AutoCloseable {

    private final RedisClient client;
    private final RedisCommands<String, String> redis;

    Server(RedisServer server) {
        client = RedisClient.create(RedisURI.create(server.host(), server.port()));
        redis = client.connect().sync();
    }

    String version() {
        return info("server", "redis_version");
    }

    void empty() {
        redis.flushall();
    }

    /** How many keys of limits there are. */
    long keys() {
        return keysOfLimits().count();
    }

    /** All bytes that Redis has asked for, tables and expiries included. */
    long bytes() {
        return Long.parseLong(info("memory", "used_memory"));
    }

    /** The sum of MEMORY USAGE over all keys of limits: names and values, without tables and expiries. */
    long bytesOfKeys() {
        return keysOfLimits()
                .map(redis::memoryUsage)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Beside them there is the list of instances. */
    private Stream<String> keysOfLimits() {
        return ScanIterator.scan(redis, ScanArgs.Builder.matches("rl:shop:{*").limit(1_000)).stream()
                .distinct();
    }

    /** CPU time of the process in µs, network included. */
    double cpuMicros() {
        return 1e6
                * (Double.parseDouble(info("cpu", "used_cpu_user")) + Double.parseDouble(info("cpu", "used_cpu_sys")));
    }

    /** How often the script was called. */
    long scriptCalls() {
        String line = info("commandstats", "cmdstat_evalsha");
        return line.isEmpty() ? 0 : Long.parseLong(line.substring("calls=".length(), line.indexOf(',')));
    }

    private String info(String section, String name) {
        return redis.info(section)
                .lines()
                .filter(line -> line.startsWith(name + ":"))
                .findFirst()
                .map(line -> line.substring(name.length() + 1))
                .orElse("");
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }
}
