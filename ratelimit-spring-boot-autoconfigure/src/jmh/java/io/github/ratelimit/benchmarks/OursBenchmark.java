package io.github.ratelimit.benchmarks;

import io.github.ratelimit.RateLimitDecision;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What only this limiter does: several checks in one decision, leases, and refusals from memory. */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.SECONDS)
public class OursBenchmark {

    private Ours limiter;

    /** Connects. */
    @Setup
    public void start() {
        limiter = new Ours(RedisOfTheRun.port());
        limiter.takeOfEmpty("flooding");
    }

    /** A decision on four checks. */
    @Benchmark
    public boolean fourChecks() {
        return limiter.takeOfFour(Keys.any());
    }

    /** A check of the one key that all ask for. */
    @Benchmark
    public boolean hotKey() {
        return limiter.take("hot");
    }

    /** The same with a lease. */
    @Benchmark
    public boolean hotKeyLeased() {
        return limiter.takeOfLease("hot");
    }

    /** A request of a client that is over its limit. */
    @Benchmark
    public RateLimitDecision refused() {
        RateLimitDecision decision = limiter.takeOfEmpty("flooding");
        if (decision.isAllowed()) {
            throw new IllegalStateException("allowed");
        }
        return decision;
    }

    /** Disconnects. */
    @TearDown
    public void stop() {
        limiter.close();
    }
}
