package io.github.ratelimit.faults;

import io.github.ratelimit.testing.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A contender's application in a JVM of its own. */
final class ContenderProcess implements AutoCloseable {

    private static final Path LOGS = Path.of("target", "faults");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Contender contender;
    private final int port = FreePort.find();
    private final Process process;

    private ContenderProcess(Contender contender, int redisPort, String log) throws IOException {
        this.contender = contender;
        Files.createDirectories(LOGS);
        this.process = new ProcessBuilder(Stream.concat(
                                Stream.of(
                                        ProcessHandle.current().info().command().orElse("java"),
                                        "-Xmx256m",
                                        "-classpath",
                                        System.getProperty("java.class.path"),
                                        ContenderApplication.class.getName(),
                                        contender.name(),
                                        "--server.port=" + port,
                                        "--spring.data.redis.port=" + redisPort),
                                contender.properties())
                        .toList())
                .redirectErrorStream(true)
                .redirectOutput(LOGS.resolve(log).toFile())
                .start();
    }

    /** Starts one whose Redis listens on this port of this machine; returns when it answers. */
    static ContenderProcess start(Contender contender, int redisPort, String log) {
        try {
            ContenderProcess started = new ContenderProcess(contender, redisPort, log);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .ignoreExceptions()
                    .until(() -> started.figures().threads() > 0);
            return started;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** What it holds now. */
    Figures figures() throws IOException, InterruptedException {
        return Figures.parse(send(request(ContenderApplication.FIGURES).build()).body());
    }

    /** Asks as this caller, always for the same path; the answer is its {@link Label}. */
    Callable<String> caller(int number) {
        String path = contender.paths().get(number % contender.paths().size());
        HttpRequest request = request("/" + path)
                .header(Contender.CALLER, Integer.toString(number))
                .build();
        return () -> {
            HttpResponse<String> response = send(request);
            return Label.of(
                    path,
                    response.statusCode(),
                    response.headers().firstValue(DecidedBy.HEADER).orElse(""));
        };
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
