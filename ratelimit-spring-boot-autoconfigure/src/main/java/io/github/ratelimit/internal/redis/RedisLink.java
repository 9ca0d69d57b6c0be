package io.github.ratelimit.internal.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The limiter's own connection to Redis. A thread of its own connects, with pauses of 100 ms to 1 s, and again whenever
 * the connection is lost; requests only read a field, and fail at once while it is empty. Nothing is queued while
 * disconnected and nothing is sent twice.
 */
public final class RedisLink implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RedisLink.class);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration HANDSHAKE = Duration.ofSeconds(1);

    private final LettuceConnector connector;
    private final DecisionScript script;
    private final ScriptCall warmUp;
    private final Thread thread = new Thread(this::keepConnected, "ratelimit-redis-link");
    private final CountDownLatch firstConnect = new CountDownLatch(1);
    private volatile @Nullable RedisSession session;
    private volatile @Nullable String lastFailure;
    private volatile boolean closed;

    RedisLink(LettuceConnector connector, DecisionScript script, ScriptCall warmUp) {
        this.connector = connector;
        this.script = script;
        this.warmUp = warmUp;
        thread.setDaemon(true);
    }

    /** Begins to connect; a second call does nothing. */
    public synchronized void start() {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    /** Waits for the first connection; false if there is none by then. */
    public boolean awaitConnected(Duration atMost) {
        try {
            return firstConnect.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Where it connects to, for people. */
    public String target() {
        return connector.target();
    }

    /** Why the last attempt failed; null if none did. */
    public @Nullable String lastFailure() {
        return lastFailure;
    }

    /** The connection. */
    RedisSession session() throws StoreFailureException {
        RedisSession current = session;
        if (current == null || !current.isOpen()) {
            if (thread.getState() == Thread.State.NEW && !closed) {
                start(); // for policies that were defined after the start
            }
            throw new StoreFailureException("no connection to Redis at " + target());
        }
        return current;
    }

    /** Closes a session that does not answer, or is not allowed to write; a fresh one may reach a Redis that does. */
    void drop(RedisSession bad) {
        synchronized (this) {
            if (session != bad) {
                return;
            }
            session = null;
        }
        bad.close();
        LockSupport.unpark(thread);
    }

    private void keepConnected() {
        Duration pause = SHORTEST_PAUSE;
        while (!closed) {
            RedisSession current = session;
            if (current != null && current.isOpen()) {
                LockSupport.parkNanos(SHORTEST_PAUSE.toNanos());
            } else if (connect()) {
                pause = SHORTEST_PAUSE;
            } else {
                sleep(pause);
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        }
    }

    /** Whatever goes wrong is a failed attempt: this thread must not end, or Redis would never be found again. */
    private boolean connect() {
        try {
            RedisSession fresh = connector.connect();
            try {
                prepare(fresh);
            } catch (RuntimeException | LinkageError | StoreFailureException | TimeoutException failure) {
                fresh.close();
                throw failure;
            }
            session = fresh;
            firstConnect.countDown();
            if (closed) {
                fresh.close();
            }
            return true;
        } catch (RuntimeException | LinkageError | StoreFailureException | TimeoutException failure) {
            lastFailure = rootMessage(failure);
            log.debug("No connection to Redis at {}", target(), failure);
            return false;
        }
    }

    /** Reads Redis's clock, loads the script and runs it once. */
    private void prepare(RedisSession fresh) throws StoreFailureException, TimeoutException {
        Deadline deadline = Deadline.in(HANDSHAKE);
        fresh.observe(time(Replies.await(fresh.commands().time(), deadline)));
        Replies.await(fresh.commands().scriptLoad(script.text()), deadline);
        new ScriptRunner(script).run(fresh, warmUp, deadline, nobodyWantsIt -> {});
    }

    private static long time(List<byte[]> reply) {
        long seconds = Long.parseLong(new String(reply.get(0), US_ASCII));
        long micros = Long.parseLong(new String(reply.get(1), US_ASCII));
        return seconds * 1_000_000 + micros;
    }

    private void sleep(Duration pause) {
        long end = System.nanoTime() + pause.toNanos();
        for (long left = pause.toNanos(); left > 0 && !closed; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static @Nullable String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        connector.close(); // and with it the connection
    }
}
