package io.github.ratelimit.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Loads an application from another process: wrk where there is one, else {@link LoadGenerator}. */
final class HttpLoad {

    static final int CONNECTIONS = 32;

    private static final Optional<Wrk> WRK = Wrk.find();

    private HttpLoad() {}

    static String tool() {
        return WRK.isPresent() ? "wrk" : "the Java load generator";
    }

    /** Asks one path for so many seconds. */
    static LoadResult run(int port, int keys, long seconds) throws IOException, InterruptedException {
        String path = "/items/apple";
        return run(
                WRK.isPresent()
                        ? WRK.get().command(port, CONNECTIONS, keys, seconds, path)
                        : command(port, keys, seconds, List.of(path)));
    }

    /** What asks several paths. */
    static List<String> command(int port, int keys, long seconds, List<String> paths) {
        return Stream.concat(
                        Stream.of(
                                HttpProcess.java(),
                                "-Xmx128m",
                                "-XX:+UseSerialGC",
                                "-classpath",
                                System.getProperty("java.class.path"),
                                LoadGenerator.class.getName(),
                                Integer.toString(port),
                                Integer.toString(CONNECTIONS),
                                Integer.toString(keys),
                                Long.toString(seconds)),
                        paths.stream())
                .toList();
    }

    private static LoadResult run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return LoadResult.find(output);
    }
}
