package com.example.marketplace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.marketplace.infrastructure.OwnRedis;
import com.example.marketplace.testing.Answer;
import com.example.marketplace.testing.Visitor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as it was processed ahead of time, in a JVM of its own. */
class AheadOfTimeIT {

    private static final Pattern STARTED = Pattern.compile("Tomcat started on port (\\d+)");

    @TempDir
    private static Path folder;

    private static OwnRedis redis;
    private static Process application;
    private static Visitor visitor;

    @BeforeAll
    static void start() throws IOException {
        redis = OwnRedis.start();
        Path log = folder.resolve("log");
        application = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dspring.aot.enabled=true",
                        "-Xmx256m",
                        "-jar",
                        System.getProperty("sample.jar"),
                        "--server.port=0",
                        "--server.forward-headers-strategy=native",
                        "--spring.data.redis.host=" + redis.host(),
                        "--spring.data.redis.port=" + redis.port(),
                        "--ratelimit.redis.deadline=5s",
                        "--ratelimit.policies.search.limit=2/1h",
                        "--ratelimit.policies.search.burst=2")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Matcher started = await().atMost(Duration.ofMinutes(2))
                .failFast(
                        "it ended",
                        () -> assertThat(application.isAlive())
                                .as(() -> text(log))
                                .isTrue())
                .until(() -> STARTED.matcher(text(log)), Matcher::find);
        assertThat(log).content().contains("Starting AOT-processed MarketplaceApplication");
        visitor = Visitor.of(Integer.parseInt(started.group(1)));
    }

    private static String text(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @AfterAll
    static void stop() {
        application.destroyForcibly().onExit().join();
        redis.close();
    }

    @Test
    void limitsAsAnyOtherAndFailsAsAnyOther() {
        pathsAreLimited();
        methodsAreLimited();
        theEndpointTells();
        redis.close();
        whatMustNotPassStaysShut();
    }

    private static void pathsAreLimited() {
        for (int left = 1; left >= 0; left--) {
            visitor.get("/api/search?q=tea")
                    .hasStatus(200)
                    .hasHeader("X-RateLimit-Limit", "2")
                    .hasHeader("X-RateLimit-Remaining", Integer.toString(left));
        }
        Answer refused = visitor.get("/api/search?q=tea").isRefusedBy("search");
        assertThat(refused.header("RateLimit")).startsWith("\"search\";r=0;t=");
    }

    /** {@code @RateLimited}, with values that expressions read and a bean of the application normalizes. */
    private static void methodsAreLimited() {
        for (int i = 0; i < 3; i++) {
            visitor.post("/otp", "phone", "9841234567").hasStatus(202);
        }
        visitor.post("/otp", "phone", "+977 984-1234567").isRefusedBy("otp-phone");
    }

    private static void theEndpointTells() {
        Answer policies =
                visitor.loggedIn("ops", "ops-demo").get("/actuator/ratelimits").hasStatus(200);
        assertThat(policies.<String>json("$.policies.search.limit")).isEqualTo("2/1h");
        visitor.loggedIn("ops", "ops-demo").get("/actuator/ratelimits/unknown").hasStatus(404);
        visitor.get("/actuator/health").hasStatus(200);
    }

    private static void whatMustNotPassStaysShut() {
        visitor.post("/otp", "phone", "9841234567").isUnavailable();
        visitor.get("/api/products").hasStatus(200).hasHeader("X-RateLimit-Limit", "100");
    }
}
