package io.github.ratelimit.benchmarks;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** The time that Redis's process spends for an operation, in its own code and in the system's. */
public final class RedisCpu implements InternalProfiler {

    static final String NAME = "redis.cpu";

    private double before;

    @Override
    public String getDescription() {
        return "CPU time of Redis per operation";
    }

    private static double seconds() {
        Map<String, String> cpu = RedisOfTheRun.info(RedisOfTheRun.port(), "cpu");
        return Double.parseDouble(cpu.get("used_cpu_user")) + Double.parseDouble(cpu.get("used_cpu_sys"));
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = seconds();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double micros = (seconds() - before) * 1e6;
        long operations = result.getMetadata().getAllOps();
        return List.of(new ScalarResult(NAME, micros / operations, "us/op", AggregationPolicy.AVG));
    }
}
