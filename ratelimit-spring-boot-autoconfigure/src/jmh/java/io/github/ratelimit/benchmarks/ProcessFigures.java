package io.github.ratelimit.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * What an application's process holds.
 *
 * @param heapBytes used after a full collection
 * @param threads live threads
 * @param aside decisions that Redis or the memory of its refusals had no part in, since the start
 */
record ProcessFigures(long heapBytes, int threads, long aside) {

    /** Those of this process. */
    static ProcessFigures now() {
        System.gc();
        return new ProcessFigures(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                DecisionsAside.COUNT.sum());
    }

    String line() {
        return heapBytes + " " + threads + " " + aside;
    }

    static ProcessFigures parse(String line) {
        long[] fields =
                Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
        return new ProcessFigures(fields[0], (int) fields[1], fields[2]);
    }
}
