package io.github.ratelimit.testing;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Callers that ask again and again, each on a thread of its own and one call at a time, and what each call came to. The
 * callable's value is the label of its call: a status, a basis; a call that throws is labelled by the exception's name.
 */
public final class Load implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Queue<Calls.Call> calls = new ConcurrentLinkedQueue<>();
    private final List<Thread> callers;
    private final Duration pause;
    private volatile boolean stopped;

    private Load(int callers, Duration pause, IntFunction<Callable<String>> callOf) {
        this.pause = pause;
        this.callers = IntStream.range(0, callers)
                .mapToObj(i -> new Thread(() -> repeat(callOf.apply(i)), "load-" + i))
                .toList();
    }

    /**
     * Starts callers that all do the same.
     *
     * @param pause between the answer of a call and the next call of the same caller
     */
    public static Load start(int callers, Duration pause, Callable<String> call) {
        return start(callers, pause, caller -> call);
    }

    /** Starts callers, numbered from 0, that each do something of their own. */
    public static Load start(int callers, Duration pause, IntFunction<Callable<String>> callOf) {
        Load load = new Load(callers, pause, callOf);
        load.callers.forEach(thread -> {
            thread.setDaemon(true);
            thread.start();
        });
        return load;
    }

    private void repeat(Callable<String> call) {
        while (!stopped) {
            long begin = System.nanoTime();
            String label = labelOf(call);
            calls.add(new Calls.Call(begin, System.nanoTime(), label));
            try {
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
            } catch (InterruptedException end) {
                return;
            }
        }
    }

    private static String labelOf(Callable<String> call) {
        try {
            return call.call();
        } catch (InterruptedException givenUp) {
            Thread.currentThread().interrupt();
            return Calls.UNANSWERED;
        } catch (Exception failure) {
            return failure.getClass().getSimpleName();
        }
    }

    /** What has been answered so far. */
    public Calls calls() {
        return new Calls(List.copyOf(calls));
    }

    /** What has been answered at or after a moment of {@link System#nanoTime()}. */
    public Calls answeredSince(long nanos) {
        return new Calls(
                calls.stream().filter(call -> call.endNanos() - nanos >= 0).toList());
    }

    /** Ends the load. A call that has no answer after five seconds is interrupted and labelled {@link Calls#UNANSWERED}. */
    public Calls stop() {
        stopped = true;
        long end = System.nanoTime() + PATIENCE.toNanos();
        callers.forEach(thread -> join(thread, end - System.nanoTime()));
        callers.forEach(Thread::interrupt);
        callers.forEach(thread -> join(thread, PATIENCE.toNanos()));
        return calls();
    }

    private static void join(Thread thread, long nanos) {
        try {
            TimeUnit.NANOSECONDS.timedJoin(thread, nanos);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop();
    }
}
