package io.github.ratelimit.benchmarks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** The Redis that the run has started, as the JVMs of the benchmarks see it. */
final class RedisOfTheRun {

    private static final String PORT = "benchmarks.redis.port";

    private RedisOfTheRun() {}

    /** The option that tells a JVM of it. */
    static String option(int port) {
        return "-D" + PORT + "=" + port;
    }

    static int port() {
        return Integer.getInteger(PORT);
    }

    /** What Redis tells about itself. */
    static Map<String, String> info(int port, String section) {
        RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", port));
        try {
            return client.connect()
                    .sync()
                    .info(section)
                    .lines()
                    .filter(line -> line.indexOf(':') > 0)
                    .collect(Collectors.toMap(
                            line -> line.substring(0, line.indexOf(':')),
                            line -> line.substring(line.indexOf(':') + 1)));
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }
}
