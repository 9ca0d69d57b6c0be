package io.github.ratelimit.scale;

import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * What blocking callers of one process got, and what it cost Redis.
 *
 * @param title what they asked for
 * @param callers how many they were
 * @param checks how many were decided
 * @param seconds how long it took
 * @param calls calls of the script
 * @param cpuMicros CPU time of Redis
 */
record Load(String title, int callers, long checks, double seconds, long calls, double cpuMicros) {

    private static final Supplier<String> ANY =
            () -> Shop.account(ThreadLocalRandom.current().nextInt(20_000));
    private static final Supplier<String> ONE = () -> "hot";

    static Load ofManyKeys(int callers, Duration time, Shop shop, Server server)
            throws InterruptedException, ExecutionException {
        return measure("20,000 accounts", "wide", ANY, callers, time, shop, server);
    }

    static Load ofOneKey(int callers, Duration time, Shop shop, Server server)
            throws InterruptedException, ExecutionException {
        return measure("one account, all pass", "wide", ONE, callers, time, shop, server);
    }

    static Load ofOneRefusedKey(int callers, Duration time, Shop shop, Server server)
            throws InterruptedException, ExecutionException {
        return measure("one account, all refused", "shut", ONE, callers, time, shop, server);
    }

    private static Load measure(
            String title, String policy, Supplier<String> account, int callers, Duration time, Shop shop, Server server)
            throws InterruptedException, ExecutionException {
        run(policy, account, callers, time.dividedBy(2), shop); // warms up
        double cpu = server.cpuMicros();
        long calls = server.scriptCalls();
        long begin = System.nanoTime();
        long checks = run(policy, account, callers, time, shop);
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new Load(title, callers, checks, seconds, server.scriptCalls() - calls, server.cpuMicros() - cpu);
    }

    private static long run(String policy, Supplier<String> account, int callers, Duration time, Shop shop)
            throws InterruptedException, ExecutionException {
        long end = System.nanoTime() + time.toNanos();
        Callable<Long> caller = () -> {
            long checks = 0;
            while (System.nanoTime() - end < 0) {
                shop.take(policy, account.get(), 1);
                checks++;
            }
            return checks;
        };
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try {
            long sum = 0;
            for (Future<Long> checks : threads.invokeAll(Collections.nCopies(callers, caller))) {
                sum += checks.get();
            }
            return sum;
        } finally {
            threads.shutdown();
        }
    }

    double perSecond() {
        return checks / seconds;
    }

    double perCall() {
        return (double) checks / calls;
    }

    /** µs of Redis. */
    double cpuPerCheck() {
        return cpuMicros / checks;
    }

    /** Checks a second that keep one core of Redis busy. */
    double perCore() {
        return 1e6 / cpuPerCheck();
    }
}
