package io.github.ratelimit.benchmarks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** What the rounds have shown: of each figure the median of the rounds. */
final class Measurements {

    /** What is known of one benchmark with so many callers. */
    enum Figure {
        /** Operations a second. */
        RATE,
        /** Median, in µs. */
        MEDIAN,
        /** 99th percentile, in µs. */
        TAIL,
        /** Bytes an operation, of all threads of the process. */
        BYTES,
        /** CPU time of Redis an operation, in µs. */
        REDIS
    }

    private record Series(String benchmark, int callers, Figure figure) {}

    private final Map<Series, List<Double>> rounds = new HashMap<>();

    void add(RunResult result) {
        String benchmark = benchmark(result);
        int callers = result.getParams().getThreads();
        if (result.getParams().getMode() == Mode.SampleTime) {
            note(benchmark, callers, Figure.MEDIAN, micros(result, 50));
            note(benchmark, callers, Figure.TAIL, micros(result, 99));
            return;
        }
        note(benchmark, callers, Figure.RATE, result.getPrimaryResult().getScore());
        result.getSecondaryResults().forEach((name, secondary) -> {
            if (name.endsWith("gc.alloc.rate.norm")) {
                note(benchmark, callers, Figure.BYTES, secondary.getScore());
            } else if (name.equals(RedisCpu.NAME)) {
                note(benchmark, callers, Figure.REDIS, secondary.getScore());
            }
        });
    }

    /** The way's name, or the method's. */
    private static String benchmark(RunResult result) {
        String way = result.getParams().getParam("way");
        String name = result.getParams().getBenchmark();
        return way != null ? way : name.substring(name.lastIndexOf('.') + 1);
    }

    private static double micros(RunResult result, double percentile) {
        Result<?> sampled = result.getPrimaryResult();
        return sampled.getStatistics().getPercentile(percentile) * 1e6;
    }

    private void note(String benchmark, int callers, Figure figure, double value) {
        rounds.computeIfAbsent(new Series(benchmark, callers, figure), unused -> new ArrayList<>())
                .add(value);
    }

    double of(Way way, int callers, Figure figure) {
        return of(way.name(), callers, figure);
    }

    double of(String benchmark, int callers, Figure figure) {
        return median(rounds.get(new Series(benchmark, callers, figure)));
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }
}
