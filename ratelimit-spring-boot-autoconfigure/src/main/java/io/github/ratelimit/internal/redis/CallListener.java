package io.github.ratelimit.internal.redis;

/** Hears how script calls end, each once. Runs on a thread that reads Redis's answers, or on a caller's: be quick. */
@FunctionalInterface
public interface CallListener {

    /**
     * A call has ended.
     *
     * @param end how
     * @param nanos since it was sent
     * @param requests how many went together
     */
    void ended(CallEnd end, long nanos, int requests);
}
