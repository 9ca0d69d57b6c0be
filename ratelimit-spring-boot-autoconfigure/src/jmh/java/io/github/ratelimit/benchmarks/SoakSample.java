package io.github.ratelimit.benchmarks;

import java.util.Locale;

/**
 * What the application and its Redis held at a time.
 *
 * @param seconds since the load began
 * @param redisBytes memory that Redis uses for data and connections
 * @param redisKeys keys that Redis holds
 */
record SoakSample(long seconds, ProcessFigures process, long redisBytes, long redisKeys) {

    private static final double MEGABYTE = 1024 * 1024;

    double heap() {
        return process.heapBytes() / MEGABYTE;
    }

    double threads() {
        return process.threads();
    }

    double redis() {
        return redisBytes / MEGABYTE;
    }

    double keys() {
        return redisKeys;
    }

    /** A row of the table. */
    String row() {
        return String.format(
                Locale.ROOT,
                "| %d s | %.1f MiB | %d | %.1f MiB | %d |%n",
                seconds,
                heap(),
                process.threads(),
                redis(),
                redisKeys);
    }
}
