package io.github.ratelimit.faults;

import io.github.ratelimit.testing.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.function.Function;

/** What Redis itself says. */
final class Charged {

    private Charged() {}

    /** The permits charged in all our fixed windows: values of the form {@code f<count> <end> <alert level>}. */
    static long in(RedisServer server) {
        return ask(
                server,
                redis -> redis.keys("rl*:{*}:*").stream() // counts; the list of instances has no braces
                        .mapToLong(key -> count(redis.get(key)))
                        .sum());
    }

    private static long count(String state) {
        return state.startsWith("f") ? Long.parseLong(state.substring(1, state.indexOf(' '))) : 0;
    }

    /** The version of the server. */
    static String version(RedisServer server) {
        return ask(
                server,
                redis -> redis.info("server")
                        .lines()
                        .filter(line -> line.startsWith("redis_version:"))
                        .findFirst()
                        .orElseThrow()
                        .substring("redis_version:".length()));
    }

    private static <T> T ask(RedisServer server, Function<RedisCommands<String, String>, T> question) {
        RedisClient client = RedisClient.create(RedisURI.create(server.host(), server.port()));
        try {
            return question.apply(client.connect().sync());
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }
}
