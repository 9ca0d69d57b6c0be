package io.github.ratelimit.internal.limiter;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what listeners of the application do on a thread of its own, one after the other: a slow one holds up neither a
 * request nor Redis's answers. There is no thread while there is nothing to tell.
 */
public final class EventThread implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(EventThread.class);
    private static final int MAX_WAITING = 1_000;
    private static final int IDLE_SECONDS = 10;

    private final ThreadPoolExecutor executor = new ThreadPoolExecutor(
            0, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), EventThread::thread);

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "ratelimit-events");
        thread.setDaemon(true);
        return thread;
    }

    /** Tells an event soon. What cannot be told since listeners do not keep up is logged. */
    public void tell(Object event, Runnable listeners) {
        try {
            executor.execute(() -> run(event, listeners));
        } catch (RejectedExecutionException full) {
            log.warn("Listeners do not keep up, or the application closes; they are not told of {}", event);
        }
    }

    private static void run(Object event, Runnable listeners) {
        try {
            listeners.run();
        } catch (RuntimeException failure) {
            log.warn("A listener to {} failed", event, failure);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
