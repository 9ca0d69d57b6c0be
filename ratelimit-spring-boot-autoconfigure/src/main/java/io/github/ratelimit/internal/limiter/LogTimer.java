package io.github.ratelimit.internal.limiter;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs what logs have to tell a second later, on a thread of its own: no request writes these lines, and none has to come
 * for them to be written. There is no thread while there is nothing to tell.
 */
public final class LogTimer implements Consumer<Runnable>, AutoCloseable {

    private static final int DELAY_SECONDS = 1;
    private static final int IDLE_SECONDS = 10;

    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, LogTimer::thread);

    /** A timer without a thread yet. */
    public LogTimer() {
        executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "ratelimit-log");
        thread.setDaemon(true);
        return thread;
    }

    /** Runs it in a second; at once when the application closes. */
    @Override
    public void accept(Runnable lines) {
        try {
            ScheduledFuture<?> unused = executor.schedule(lines, DELAY_SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException closed) {
            lines.run();
        }
    }

    @Override
    public void close() {
        executor.shutdown();
    }
}
