package io.github.ratelimit.internal.redis;

import java.time.Duration;
import org.springframework.data.redis.connection.RedisConfiguration;

/** Connects to a Redis of the application, with the client that the application has. */
interface RedisConnector extends AutoCloseable {

    /** Longest that anybody waits for a connection. */
    Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    /** Far more than are ever on their way while Redis answers; bounds what a Redis that does not can pile up. */
    int MAX_UNANSWERED = 1_000;

    /** Where it connects to, for people. */
    String target();

    /** A new connection. Waits up to a second; throws a RuntimeException. */
    RedisSession connect();

    /** A new connection that only listens. Waits up to a second; throws a RuntimeException. */
    Subscription subscribe(byte[] channel, Runnable onMessage);

    /** Closes all that it has connected, too. */
    @Override
    void close();

    /** A place, for people. */
    static String describe(RedisConfiguration where) {
        if (where instanceof RedisConfiguration.SentinelConfiguration sentinel) {
            return "sentinels " + sentinel.getSentinels();
        }
        if (where instanceof RedisConfiguration.DomainSocketConfiguration socket) {
            return socket.getSocket();
        }
        if (where instanceof RedisConfiguration.WithHostAndPort standalone) {
            return standalone.getHostName() + ":" + standalone.getPort();
        }
        return where.toString();
    }
}
