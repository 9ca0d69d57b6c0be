package io.github.ratelimit.benchmarks;

import io.github.ratelimit.testing.Machine;
import io.github.ratelimit.testing.Page;
import io.github.ratelimit.testing.RedisServer;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs all benchmarks on a Redis of its own, and writes what came of it into a page and a chart beside it. They run in
 * rounds, one way after the other, so that what else happens on the machine meets all of them.
 */
public final class BenchmarkRun {

    static final List<Integer> CALLERS = List.of(1, 32, 128);

    /** With a few of them the JIT compiler is still at work, beside callers that take all of the machine. */
    private static final int SECONDS_OF_WARM_UP = 12;

    private final Measurements measurements = new Measurements();
    private final int port;

    private BenchmarkRun(int port) {
        this.port = port;
    }

    /** The page; and how many rounds: 0 is one whose results are printed and not written. */
    public static void main(String[] args) throws IOException, RunnerException {
        Path page = Path.of(args[0]);
        int rounds = Integer.parseInt(args[1]);
        String before = Machine.now();
        String text;
        BenchmarkRun run;
        try (RedisServer server = RedisServer.start()) {
            run = new BenchmarkRun(server.port());
            for (int i = 0; i < Math.max(1, rounds); i++) {
                run.round();
            }
            text = new Report(run.measurements).text(circumstances(before, server.port(), rounds));
        }
        System.out.println(text);
        if (rounds > 0) {
            new Page(page, "benchmarks").write(text);
            Path charts = page.resolveSibling("benchmarks");
            Files.createDirectories(charts);
            Files.writeString(charts.resolve("checks.svg"), new Chart(run.measurements).svg());
        }
        System.exit(0); // clients' timers would keep this process for a while
    }

    private static String circumstances(String before, int port, int rounds) {
        return "%s; Java %s; Redis %s on the same machine; Spring Boot %s, Lettuce %s, Bucket4j %s, Redisson %s; %s; rounds: %d."
                .formatted(
                        before,
                        System.getProperty("java.version"),
                        RedisOfTheRun.info(port, "server").get("redis_version"),
                        System.getProperty("benchmarks.spring-boot"),
                        RedisClient.class.getPackage().getImplementationVersion(),
                        System.getProperty("benchmarks.bucket4j"),
                        System.getProperty("benchmarks.redisson"),
                        LocalDate.now(ZoneOffset.UTC),
                        rounds);
    }

    private void round() throws RunnerException {
        for (int callers : CALLERS) {
            run("CheckBenchmark.check", callers);
        }
        run("OursBenchmark.fourChecks", 1);
        run("OursBenchmark.fourChecks", 32);
        run("OursBenchmark.hotKey$", 32);
        run("OursBenchmark.hotKeyLeased", 32);
        run("OursBenchmark.refused", 1);
    }

    private void run(String benchmark, int callers) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(benchmark)
                .threads(callers)
                .mode(Mode.Throughput)
                .forks(1)
                .warmupIterations(SECONDS_OF_WARM_UP)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(3)
                .measurementTime(TimeValue.seconds(1))
                .shouldFailOnError(true)
                .addProfiler(GCProfiler.class)
                .addProfiler(RedisCpu.class)
                .jvmArgs("-Xmx1g", RedisOfTheRun.option(port));
        if (!benchmark.endsWith("refused")) {
            options.mode(Mode.SampleTime);
        }
        new Runner(options.build()).run().forEach(measurements::add);
    }
}
