package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The limiter's own connection to Redis. A thread of its own connects, with pauses of 100 ms to 1 s, and again whenever
 * the connection is lost; requests only read a field, and fail at once while it is empty. Nothing is queued while
 * disconnected and nothing is sent twice.
 */
public final class RedisLink implements RedisConnections {

    private static final Logger log = LoggerFactory.getLogger(RedisLink.class);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration HANDSHAKE = Duration.ofSeconds(1);

    /** What answers later than this after a connection was given up is not waited for. */
    private static final Duration SHORTEST_LAST_ANSWERS = Duration.ofSeconds(2);

    private final RedisConnector connector;
    private final DecisionScript script;
    private final @Nullable ScriptRequest warmUp;
    private final Thread thread = new Thread(this::keepConnected, "ratelimit-redis-link");
    private final Queue<Retired> retired = new ConcurrentLinkedQueue<>();
    private final CountDownLatch firstConnect = new CountDownLatch(1);
    private volatile Duration lastAnswers = SHORTEST_LAST_ANSWERS;
    private volatile Runnable beforeUse = () -> {};
    private final Pulse pulse = new Pulse();
    private volatile Consumer<RedisSession> whileConnected = session -> {};
    private volatile @Nullable RedisSession session;
    private volatile @Nullable String lastFailure;
    private volatile boolean closed;

    /**
     * A link that does not connect yet.
     *
     * @param warmUp what is run on each new connection; null for a primary of a Cluster, which may not have its key
     */
    RedisLink(RedisConnector connector, DecisionScript script, @Nullable ScriptRequest warmUp) {
        this.connector = connector;
        this.script = script;
        this.warmUp = warmUp;
        thread.setDaemon(true);
        thread.setContextClassLoader(RedisLink.class.getClassLoader()); // not Tomcat's, which warns of what outlives it
    }

    /** What each connection loads. */
    DecisionScript script() {
        return script;
    }

    /** Whether it leads to one primary of a Cluster, where a call has the keys of one slot. */
    boolean isOfCluster() {
        return warmUp == null;
    }

    /** A connection is not given up, nor closed then, while callers may still wait for its answers. */
    void bear(Duration deadline) {
        pulse.bear(deadline);
        lastAnswers = deadline.compareTo(SHORTEST_LAST_ANSWERS) > 0 ? deadline : SHORTEST_LAST_ANSWERS;
    }

    /** Calls this each time that a new connection is about to be used. */
    void beforeUse(Runnable action) {
        beforeUse = action;
    }

    @Override
    public void whileConnected(byte[] key, Consumer<RedisSession> action) {
        whileConnected = action;
    }

    /** Begins to connect; a second call does nothing. */
    @Override
    public synchronized void start() {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    /** Waits for the first connection; false if there is none by then. */
    @Override
    public boolean awaitConnected(Duration atMost) {
        try {
            return firstConnect.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Where it connects to, for people. */
    @Override
    public String target() {
        return connector.target();
    }

    /** Why the last attempt failed; null if none did. */
    @Override
    public @Nullable String lastFailure() {
        return lastFailure;
    }

    /** Whether there is a connection now. */
    @Override
    public boolean isConnected() {
        RedisSession current = session;
        return current != null && current.isOpen();
    }

    /** Whether no connection can be made: Redis is gone, and not just the last connection, which may be back at once. */
    boolean isUnreachable() {
        return session == null && lastFailure != null;
    }

    /** What a request fails with while there is no connection. */
    StoreFailureException failure() {
        return new StoreFailureException("no connection to Redis at " + target());
    }

    /** The connection; null while there is none. */
    @Nullable
    RedisSession session() {
        RedisSession current = session;
        if (current != null && current.isOpen()) {
            return current;
        }
        if (current != null) {
            drop(current); // sooner than the thread looks after it
        }
        if (thread.getState() == Thread.State.NEW && !closed) {
            start(); // for policies that were defined after the start
        }
        return null;
    }

    @Override
    public @Nullable RedisSession session(byte[] key) {
        return session();
    }

    /** A further connection to the same Redis, which only listens. Waits up to a second; throws a RuntimeException. */
    @Override
    public Subscription subscribe(byte[] channel, Runnable onMessage) {
        return connector.subscribe(channel, onMessage);
    }

    /** Gives up the connection, whatever it is: a fresh one may reach a Redis that answers. */
    void replace() {
        RedisSession current = session;
        if (current != null) {
            drop(current);
        }
    }

    /** Gives up a connection that is lost, or leads to a Redis that does not answer or may not write. */
    void drop(RedisSession bad) {
        synchronized (this) {
            if (session != bad) {
                return;
            }
            session = null;
        }
        retired.add(new Retired(bad, System.nanoTime()));
        LockSupport.unpark(thread);
    }

    /** A connection given up, which may still bring answers to calls that have charged. */
    private record Retired(RedisSession session, long sinceNanos) {

        boolean isOver(long nowNanos, Duration lastAnswers) {
            return nowNanos - sinceNanos > lastAnswers.toNanos();
        }
    }

    private void closeRetired() {
        long now = System.nanoTime();
        for (Retired next = retired.peek(); next != null && next.isOver(now, lastAnswers); next = retired.peek()) {
            retired.remove();
            next.session().close();
        }
    }

    private void keepConnected() {
        Duration pause = SHORTEST_PAUSE;
        while (!closed) {
            attend();
            if (session != null) {
                LockSupport.parkNanos(SHORTEST_PAUSE.toNanos());
            } else if (connect()) {
                pause = SHORTEST_PAUSE;
            } else {
                sleep(pause);
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        }
    }

    /** Gives a lost connection up, since the client keeps it until it is closed. Whatever goes wrong, the thread goes on. */
    private void attend() {
        try {
            closeRetired();
            RedisSession current = session;
            if (current != null && (!current.isOpen() || pulse.isLost(current))) {
                drop(current);
            } else if (current != null) {
                whileConnected.accept(current);
            }
        } catch (RuntimeException | LinkageError failure) {
            log.debug("The connection to Redis at {} could not be attended to", target(), failure);
        }
    }

    /** Whatever goes wrong is a failed attempt: this thread must not end, or Redis would never be found again. */
    private boolean connect() {
        try {
            RedisSession fresh = connector.connect();
            try {
                prepare(fresh);
            } catch (RuntimeException | LinkageError | StoreFailureException failure) {
                fresh.close();
                throw failure;
            }
            beforeUse.run();
            pulse.begin();
            lastFailure = null;
            session = fresh;
            firstConnect.countDown();
            if (closed) {
                fresh.close();
            }
            return true;
        } catch (RuntimeException | LinkageError | StoreFailureException failure) {
            lastFailure = rootMessage(failure);
            log.debug("No connection to Redis at {}", target(), failure);
            return false;
        }
    }

    /** Reads Redis's clock, loads the script and runs it once. */
    private void prepare(RedisSession fresh) throws StoreFailureException {
        Deadline deadline = Deadline.in(HANDSHAKE);
        fresh.observeTime(Replies.await(fresh.time(), deadline));
        Replies.await(fresh.loadScript(script.text()), deadline);
        if (warmUp == null) {
            return;
        }
        ScriptReply reply =
                new ScriptReply(Replies.await(new ScriptRunner(script).send(fresh, ScriptCall.of(warmUp)), deadline));
        String error = reply.next(RequestReply.fields(1, 1)).error();
        if (error != null) {
            throw new StoreFailureException("Redis answered " + error); // it cannot count: read-only, out of memory
        }
    }

    private void sleep(Duration pause) {
        long end = System.nanoTime() + pause.toNanos();
        for (long left = pause.toNanos(); left > 0 && !closed; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Some of the network's exceptions have no message. */
    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return message == null ? root.toString() : message;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        awaitTheEnd();
        thread.interrupt(); // Lettuce waits without end for a connection whose client is closed meanwhile
        connector.close(); // and with it the connection
    }

    /** A client that is closed while it connects logs errors of its own, among which that of a failed start would be lost. */
    private void awaitTheEnd() {
        try {
            thread.join(RedisConnector.CONNECT_TIMEOUT.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
