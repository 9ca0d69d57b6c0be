package io.github.ratelimit.internal.redis;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The limiter's own connections: one to a Redis, or one to each primary of a Cluster. */
public sealed interface RedisConnections extends AutoCloseable permits RedisLink, ClusterLinks {

    /** Begins to connect; a second call does nothing. */
    void start();

    /** Waits for the first connection; false if there is none by then. */
    boolean awaitConnected(Duration atMost);

    /** Where it connects to, for people. */
    String target();

    /** Why the last attempt failed; null if none did. */
    @Nullable
    String lastFailure();

    /** Whether there is a connection now, to each primary that is needed. */
    boolean isConnected();

    /** The connection to where a key is; null while there is none. */
    @Nullable
    RedisSession session(byte[] key);

    /** A further connection, which only listens. Waits up to a second; throws a RuntimeException. */
    Subscription subscribe(byte[] channel, Runnable onMessage);

    /** Calls this several times a second while that key's Redis is connected, on a thread of its own; it must not wait. */
    void whileConnected(byte[] key, Consumer<RedisSession> action);

    @Override
    void close();
}
