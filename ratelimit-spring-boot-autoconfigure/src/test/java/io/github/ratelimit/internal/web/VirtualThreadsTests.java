package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.ratelimit.testing.FreePort;
import io.github.ratelimit.testing.Jdk;
import io.github.ratelimit.testing.PinnedThreads;
import io.github.ratelimit.testing.RedisServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application whose requests run on virtual threads, in a process of its own on the newest JDK of the machine. */
class VirtualThreadsTests {

    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final int MANY = 300;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port = FreePort.find();

    @TempDir
    private Path directory;

    private RedisServer redis;
    private Process application;

    @BeforeEach
    void start() throws IOException {
        Optional<Jdk> jdk = Jdk.newest(21);
        assumeTrue(
                jdk.isPresent(),
                () -> "NOT RUN: virtual threads need JDK 21 or later, and there is none among " + Jdk.installed());
        redis = RedisServer.start();
        application = new ProcessBuilder(command(jdk.get()).toList())
                .redirectErrorStream(true)
                .redirectOutput(Path.of("target", "virtual-threads.log").toFile())
                .start();
        await().atMost(Duration.ofMinutes(2))
                .ignoreExceptions()
                .until(() -> get("/thread").join().body().startsWith("VirtualThread"));
    }

    private Stream<String> command(Jdk jdk) {
        return Stream.of(
                        Stream.of(jdk.java().toString(), "-Xmx256m"),
                        PinnedThreads.options(recording()),
                        Stream.of(
                                "-classpath",
                                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                                VirtualThreadsApplication.class.getName(),
                                "--server.port=" + port,
                                "--spring.threads.virtual.enabled=true",
                                "--spring.data.redis.port=" + redis.port(),
                                "--ratelimit.redis.deadline=" + DEADLINE.toMillis() + "ms",
                                "--ratelimit.policies.service.limit=100/1h",
                                "--ratelimit.policies.service.on-store-failure=closed",
                                "--ratelimit.policies.filtered.limit=1/1h"),
                        policy("closed"),
                        policy("open"))
                .flatMap(part -> part);
    }

    private static Stream<String> policy(String choice) {
        String name = "--ratelimit.policies." + choice;
        return Stream.of(
                name + ".paths=/a/**",
                name + ".key=header:X-" + choice,
                name + ".on-missing-key=skip",
                name + ".limit=100/1h",
                name + ".on-store-failure=" + choice);
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (application != null) {
            application.destroyForcibly().waitFor();
            redis.close();
        }
    }

    @Test
    void holdTheLimitsAndAreNeverPinnedByUs() throws InterruptedException {
        useEveryWayOnce();

        assertThat(many(i -> get("/a/b", "X-Closed", "ana"))).isEqualTo(Map.of(200, 100L, 429, MANY - 100L));
        assertThat(many(i -> get("/service?name=ana"))).isEqualTo(Map.of(200, 100L, 429, MANY - 100L));

        redis.pause();
        long frozen = System.nanoTime();
        assertThat(many(i -> any(i, "k" + i))).isEqualTo(Map.of(503, 2L * MANY / 3, 200, MANY / 3L));
        assertThat(Duration.ofNanos(System.nanoTime() - frozen))
                .as("they waited")
                .isGreaterThanOrEqualTo(DEADLINE);
        redis.resume();

        assertThat(get("/a/pinned").join().statusCode()).isEqualTo(200);
        assertThat(recorded().byUs())
                .as("only the one on purpose, which shows that others would have been found")
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains(VirtualThreadsApplication.Pinned.class.getName() + ".<clinit>");
    }

    /** Answered and not: a class that is used for the first time may pin who waits for it. */
    private void useEveryWayOnce() {
        for (int i = 0; i < 3; i++) {
            assertThat(any(i, "warm").join().statusCode()).isEqualTo(200);
        }
        redis.pause();
        assertThat(IntStream.range(0, 3).mapToObj(i -> any(i, "cold")).toList())
                .extracting(answer -> answer.join().statusCode())
                .containsExactly(503, 200, 503);
        redis.resume();
        await().atMost(Duration.ofSeconds(30)).until(() -> any(0, "warm").join().statusCode() == 200);
    }

    private CompletableFuture<HttpResponse<String>> any(int way, String key) {
        return switch (way % 3) {
            case 0 -> get("/a/b", "X-Closed", key);
            case 1 -> get("/a/b", "X-Open", key);
            default -> get("/service?name=" + key);
        };
    }

    /** How many answers there are of each status to as many requests at once. */
    private static Map<Integer, Long> many(IntFunction<CompletableFuture<HttpResponse<String>>> request) {
        List<CompletableFuture<HttpResponse<String>>> answers =
                IntStream.range(0, MANY).mapToObj(request).toList();
        return answers.stream()
                .map(CompletableFuture::join)
                .collect(Collectors.groupingBy(HttpResponse::statusCode, Collectors.counting()));
    }

    private CompletableFuture<HttpResponse<String>> get(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private Path recording() {
        return directory.resolve("pinned.jfr");
    }

    /** Ends the application, which then writes it. */
    private PinnedThreads recorded() throws InterruptedException {
        application.destroy();
        assertThat(application.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return PinnedThreads.in(recording());
    }
}
