package io.github.ratelimit.internal.redis;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * One socket of Jedis. One thread at a time asks, any may close it. It is never connected again, as Jedis would do by
 * itself: an answer that was given up is never read as that to another question.
 */
final class JedisConnection implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(JedisConnection.class);

    private final JedisClientConfig config;
    private final JedisSocketFactory sockets;
    private final Consumer<JedisConnection> onClose;
    private @Nullable Connection connection;
    private @Nullable Socket socket;
    private boolean closed;

    /** One that is not connected yet. */
    JedisConnection(HostAndPort where, JedisClientConfig config, Consumer<JedisConnection> onClose) {
        this.config = config;
        this.sockets = new DefaultJedisSocketFactory(where, config);
        this.onClose = onClose;
    }

    /**
     * Connects, for which each step may take as long as the settings say; throws a JedisException.
     *
     * @param waiting how long an answer is waited for then; zero: without end
     */
    JedisConnection connect(Duration waiting) {
        Connection fresh = new Connection(this::onlySocket, config);
        fresh.setSoTimeout(Math.toIntExact(waiting.toMillis()));
        connection = fresh;
        return this;
    }

    private Socket onlySocket() {
        checkUnused();
        Socket fresh = sockets.createSocket();
        if (!keep(fresh)) {
            close(fresh);
        }
        return fresh;
    }

    private synchronized void checkUnused() {
        if (closed || socket != null) {
            throw new JedisConnectionException("the connection is closed");
        }
    }

    private synchronized boolean keep(Socket fresh) {
        socket = fresh;
        return !closed;
    }

    /** The answer: a Long, byte[], List or null; throws a JedisDataException if it is an error. */
    @Nullable
    Object ask(CommandArguments command) {
        send(command);
        return read();
    }

    void send(CommandArguments command) {
        connected().sendCommand(command);
    }

    /** What comes next. */
    @Nullable
    Object read() {
        return connected().getOne();
    }

    /** Whether either side has closed it. Asked while nothing is unanswered, when nothing should come. */
    boolean isLost() {
        Socket idle = socket();
        try {
            int timeout = idle.getSoTimeout();
            idle.setSoTimeout(1);
            try {
                idle.getInputStream().read();
                return true;
            } catch (SocketTimeoutException quiet) {
                idle.setSoTimeout(timeout);
                return false;
            }
        } catch (IOException closed) {
            return true;
        }
    }

    private synchronized Socket socket() {
        return Objects.requireNonNull(socket, "not connected");
    }

    private Connection connected() {
        return Objects.requireNonNull(connection, "not connected");
    }

    /** Who waits for an answer, or for it to be connected, fails then. */
    @Override
    public void close() {
        Socket open;
        synchronized (this) {
            closed = true;
            open = socket;
        }
        if (open != null) {
            close(open);
        }
        onClose.accept(this);
    }

    private static void close(Socket open) {
        try {
            open.close();
        } catch (IOException failure) {
            log.debug("A connection to Redis did not close well", failure);
        }
    }
}
