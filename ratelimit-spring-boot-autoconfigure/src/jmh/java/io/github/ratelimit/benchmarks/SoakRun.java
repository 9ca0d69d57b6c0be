package io.github.ratelimit.benchmarks;

import io.github.ratelimit.testing.Machine;
import io.github.ratelimit.testing.Page;
import io.github.ratelimit.testing.RedisServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Loads an application for a long while, kills its connections to Redis twice and freezes Redis once, and fails when
 * heap, threads, Redis's memory or its keys grow without bound.
 */
public final class SoakRun {

    private static final int KEYS = 50_000;
    private static final int SAMPLES = 12;
    private static final int LEAST_RATE = 20;

    private final RedisServer server;
    private final HttpProcess application;
    private final List<SoakSample> samples = new ArrayList<>();
    private final long begin = System.nanoTime();

    private SoakRun(RedisServer server, HttpProcess application) {
        this.server = server;
        this.application = application;
    }

    /** The page; and the number of rounds, 0 when the table is to be printed and not written. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Duration length = Duration.ofSeconds(Long.getLong("benchmarks.soak"));
        String text;
        List<String> complaints;
        String before = Machine.now();
        try (RedisServer server = RedisServer.start();
                HttpProcess application = HttpProcess.start(HttpWay.SOAK, server.port())) {
            SoakRun run = new SoakRun(server, application);
            LoadResult load = run.soak(length);
            if (load.rate() < LEAST_RATE) {
                throw new IllegalStateException("too few requests to say anything: " + load);
            }
            complaints = new SoakVerdict(run.samples).complaints();
            text = run.text("%s; %s.".formatted(before, Versions.text(server.port())), load, complaints);
        }
        System.out.println(text);
        if (Integer.parseInt(args[1]) > 0) {
            new Page(Path.of(args[0]), "soak").write(text);
        }
        System.exit(complaints.isEmpty() ? 0 : 1);
    }

    private LoadResult soak(Duration length) throws IOException, InterruptedException {
        Process load = new ProcessBuilder(
                        HttpLoad.command(application.port(), KEYS, length.toSeconds(), SoakPolicies.PATHS))
                .redirectErrorStream(true)
                .start();
        try {
            for (int i = 1; i <= SAMPLES; i++) {
                TimeUnit.NANOSECONDS.sleep(begin + length.toNanos() * i / (SAMPLES + 1) - System.nanoTime());
                sample();
                disturb(i);
            }
            return LoadResult.find(new String(load.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } finally {
            load.destroyForcibly();
        }
    }

    private void sample() throws IOException, InterruptedException {
        samples.add(new SoakSample(
                Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
                application.figures(),
                Long.parseLong(RedisOfTheRun.info(server.port(), "memory").get("used_memory")),
                Long.parseLong(server.answer("DBSIZE").substring(1))));
        System.out.print(samples.get(samples.size() - 1).row());
    }

    /** Faults in all thirds, so that what they cost shows in the first and what they leave behind in the last. */
    private void disturb(int sample) throws InterruptedException {
        if (sample == 2 || sample == 10) {
            server.command("CLIENT KILL TYPE normal SKIPME yes");
        } else if (sample == 6) {
            server.pause();
            TimeUnit.SECONDS.sleep(2);
            server.resume();
        }
    }

    private String text(String circumstances, LoadResult load, List<String> complaints) {
        return String.join(
                "\n",
                circumstances + "\n",
                "| after | heap after a full collection | threads | memory of Redis | keys in Redis |\n"
                        + "|---|---|---|---|---|\n"
                        + samples.stream().map(SoakSample::row).collect(Collectors.joining()),
                String.format(
                        Locale.ROOT,
                        "%,d requests passed, %,d were refused, %,d were answered otherwise (503 by the closed policy while Redis failed);"
                                + " %,d decisions were made without Redis. Grown without bound: %s.%n",
                        load.ok(),
                        load.refused(),
                        load.failed(),
                        samples.get(samples.size() - 1).process().aside(),
                        complaints.isEmpty() ? "nothing" : String.join("; ", complaints)));
    }
}
