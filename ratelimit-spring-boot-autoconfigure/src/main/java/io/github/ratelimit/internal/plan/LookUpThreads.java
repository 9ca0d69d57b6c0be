package io.github.ratelimit.internal.plan;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that ask a resolver. So many questions run, so many wait, and no more: a resolver that hangs costs these and
 * nothing else. The threads end when idle.
 */
final class LookUpThreads implements AutoCloseable {

    private static final int THREADS = 8;

    /** No more than a quick resolver answers before those who wait give up. */
    static final int MOST_WAITING = 256;

    private static final int IDLE_SECONDS = 30;

    private final ThreadPoolExecutor threads;

    LookUpThreads(String policy) {
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                work -> thread(work, "ratelimit-plans-" + policy + "-" + number.incrementAndGet()));
        threads.allowCoreThreadTimeOut(true);
    }

    /** It is made by whatever request comes first, and has nothing of it: neither its user nor its class loader. */
    private static Thread thread(Runnable work, String name) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(LookUpThreads.class.getClassLoader());
        return thread;
    }

    /** Runs it soon; false if there is too much to do. */
    boolean run(Runnable work) {
        try {
            threads.execute(work);
            return true;
        } catch (RejectedExecutionException full) {
            return false;
        }
    }

    /** Runs it unless that would take a place that somebody could need who waits for an answer. */
    boolean runInBackground(Runnable work) {
        return threads.getQueue().size() < MOST_WAITING / 2 && run(work);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
