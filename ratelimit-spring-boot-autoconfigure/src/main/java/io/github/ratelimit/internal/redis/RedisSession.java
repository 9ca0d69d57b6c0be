package io.github.ratelimit.internal.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.protocol.AsyncCommand;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One connection, and what is known of the clock of the Redis behind it. */
final class RedisSession {

    private final StatefulConnection<byte[], byte[]> connection;
    private final RedisClusterAsyncCommands<byte[], byte[]> commands;
    private volatile long offsetMicros;

    RedisSession(StatefulConnection<byte[], byte[]> connection, RedisClusterAsyncCommands<byte[], byte[]> commands) {
        this.connection = connection;
        this.commands = commands;
    }

    RedisClusterAsyncCommands<byte[], byte[]> commands() {
        return commands;
    }

    /** Sends all of these in one write, with nothing between them. */
    void send(List<AsyncCommand<byte[], byte[], ?>> together) {
        connection.dispatch(together);
    }

    boolean isOpen() {
        return connection.isOpen();
    }

    void close() {
        CompletableFuture<Void> unused = connection.closeAsync(); // nobody waits for a lost connection to close
    }

    /**
     * Notes Redis's time of an answer that has just come. The answer was on its way for a while, so the clock is taken
     * for earlier than it is: a call's not-after is never later than its caller's deadline.
     */
    void observe(long redisMicros) {
        offsetMicros = redisMicros - localMicros();
    }

    /** The same for the answer to {@code TIME}. */
    void observeTime(List<byte[]> reply) {
        long seconds = Long.parseLong(new String(reply.get(0), US_ASCII));
        long micros = Long.parseLong(new String(reply.get(1), US_ASCII));
        observe(seconds * 1_000_000 + micros);
    }

    /** Redis's time now, as far as known. */
    long redisMicros() {
        return localMicros() + offsetMicros;
    }

    /** Redis's time at the deadline, as far as known. */
    long redisMicros(Deadline deadline) {
        return deadline.endMicros() + offsetMicros;
    }

    private static long localMicros() {
        return TimeUnit.NANOSECONDS.toMicros(System.nanoTime());
    }
}
