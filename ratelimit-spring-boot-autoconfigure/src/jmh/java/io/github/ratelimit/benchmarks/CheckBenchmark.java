package io.github.ratelimit.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A check that passes, of any of ten thousand keys, by blocking callers of one process. */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.SECONDS)
public class CheckBenchmark {

    /** Who is asked. */
    @Param
    public Way way;

    private Limiter limiter;

    /** Connects. */
    @Setup
    public void start() {
        limiter = way.start(RedisOfTheRun.port());
    }

    /** One check. */
    @Benchmark
    public boolean check() {
        if (!limiter.take(Keys.any())) {
            throw new IllegalStateException("refused");
        }
        return true;
    }

    /** Disconnects. */
    @TearDown
    public void stop() {
        limiter.close();
    }
}
