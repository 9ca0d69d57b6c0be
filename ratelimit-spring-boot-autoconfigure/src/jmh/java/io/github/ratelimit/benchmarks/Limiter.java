package io.github.ratelimit.benchmarks;

/** One way to take a permit of a key. */
interface Limiter extends AutoCloseable {

    /** Takes one permit; whether there was one. */
    boolean take(String key);

    @Override
    void close();
}
