package io.github.ratelimit.benchmarks;

import io.github.ratelimit.testing.FreePort;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** An {@link HttpApplication} in a JVM of its own, on the class path of a small application. */
final class HttpProcess implements AutoCloseable {

    private static final Path LOGS = Path.of("target", "http");

    /** What a web application with Redis has not unless it asks for it. */
    private static final List<String> NOT_THERE = List.of(
            "security", "actuator", "micrometer-core", "boot-micrometer", "boot-health", "spring-cloud", "-test-");

    private final HttpClient client = HttpClient.newHttpClient();
    private final int port = FreePort.find();
    private final Path log;
    private final Process process;

    private HttpProcess(HttpWay way, int redisPort) throws IOException {
        Files.createDirectories(LOGS);
        log = LOGS.resolve(way.name().toLowerCase(Locale.ROOT) + ".log");
        List<String> command = Stream.concat(
                        Stream.of(
                                java(),
                                "-Xmx512m",
                                "-classpath",
                                classPath(way.isOurs()),
                                HttpApplication.class.getName(),
                                way.name(),
                                "--server.port=" + port,
                                // Else Tomcat ends each connection after a hundred requests.
                                "--server.tomcat.max-keep-alive-requests=-1",
                                "--spring.data.redis.port=" + redisPort),
                        way.properties().stream())
                .toList();
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    /** Starts one whose Redis listens on this port of this machine; returns when it is ready. */
    static HttpProcess start(HttpWay way, int redisPort) {
        try {
            HttpProcess started = new HttpProcess(way, redisPort);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> started.readyMillis().isPresent());
            return started;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static String java() {
        return ProcessHandle.current().info().command().orElse("java");
    }

    private static String classPath(boolean ours) {
        Predicate<String> isThere = entry -> {
            String name = Path.of(entry).getFileName().toString();
            return NOT_THERE.stream().noneMatch(name::contains)
                    && (ours || !entry.endsWith(Path.of("target", "classes").toString()));
        };
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(isThere)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private Optional<Long> readyMillis() throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException("the application ended: " + log);
        }
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.startsWith(HttpApplication.READY))
                    .findFirst()
                    .map(line -> Long.parseLong(line.substring(HttpApplication.READY.length())));
        }
    }

    /** How long it took to start. */
    long startMillis() throws IOException {
        return readyMillis().orElseThrow();
    }

    int port() {
        return port;
    }

    /** What it holds now. */
    ProcessFigures figures() throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + port + HttpApplication.FIGURES);
        return ProcessFigures.parse(
                client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                        .body());
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
