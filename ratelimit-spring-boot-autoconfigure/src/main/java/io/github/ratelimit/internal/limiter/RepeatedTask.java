package io.github.ratelimit.internal.limiter;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work that is done again and again while there is some, on a thread of its own. */
public final class RepeatedTask implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RepeatedTask.class);

    private final BooleanSupplier task;
    private final Duration pause;
    private final ScheduledThreadPoolExecutor executor;
    private final AtomicBoolean scheduled = new AtomicBoolean();

    /**
     * Does nothing yet.
     *
     * @param pause before each run
     * @param task says whether it is to be run again
     */
    public RepeatedTask(String threadName, Duration pause, BooleanSupplier task) {
        this.task = task;
        this.pause = pause;
        this.executor = new ScheduledThreadPoolExecutor(1, work -> thread(work, threadName));
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Made while some request is served, whose thread-local values are not this thread's. */
    private static Thread thread(Runnable work, String name) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        return thread;
    }

    /** There is work: runs the task after the pause, unless a run is scheduled. */
    public void start() {
        if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
            try {
                ScheduledFuture<?> unused = executor.schedule(this::run, pause.toMillis(), TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException closed) {
                scheduled.set(false);
            }
        }
    }

    private void run() {
        scheduled.set(false); // before the work, so that what comes up meanwhile is not missed
        boolean again = true;
        try {
            again = task.getAsBoolean();
        } catch (RuntimeException failure) {
            log.debug("Work in the background failed and is tried again", failure);
        }
        if (again) {
            start();
        }
    }

    /** Begins no further run. */
    @Override
    public void close() {
        executor.shutdown();
    }
}
