package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Redis killed and frozen for real: each policy does what its owner chose, and nobody waits for long. */
@ParameterizedClass
@ValueSource(strings = {"lettuce", "jedis"})
class StoreFailureTests {

    private static final Duration DEADLINE = Duration.ofMillis(200);

    private final RedisServer redis = RedisServer.start();
    private final RunningApplication application;

    StoreFailureTests(String client) {
        application = RunningApplication.start(WebApplication.Plain.class, properties(redis, client));
    }

    private static String[] properties(RedisServer redis, String client) {
        return Stream.concat(
                        Stream.of("closed", "open", "local").flatMap(StoreFailureTests::policy),
                        Stream.of(
                                "spring.data.redis.port=" + redis.port(),
                                "spring.data.redis.client-type=" + client,
                                "ratelimit.redis.deadline=" + DEADLINE.toMillis() + "ms",
                                "ratelimit.instances=5",
                                "ratelimit.policies.service.limit=5/1h",
                                "ratelimit.policies.service.on-store-failure=closed",
                                "ratelimit.policies.filtered.limit=1/1h"))
                .toArray(String[]::new);
    }

    private static Stream<String> policy(String choice) {
        String name = "ratelimit.policies." + choice;
        return Stream.of(
                name + ".paths=/**",
                name + ".key=header:X-" + choice,
                name + ".on-missing-key=skip",
                name + ".limit=10/1h",
                name + ".on-store-failure=" + choice);
    }

    @AfterEach
    void stop() {
        redis.resume();
        application.close();
        redis.close();
    }

    @Test
    void ofAKilledRedis() {
        assertThat(application.get("/a/b", "X-Local", "k").statusCode()).isEqualTo(200);
        redis.kill();

        assertEachGoesItsWay();

        redis.restart();
        awaitReturn();
    }

    @Test
    void ofAFrozenRedis() {
        assertThat(application.get("/a/b", "X-Local", "k").statusCode()).isEqualTo(200);
        redis.pause();

        assertEachGoesItsWay();

        redis.resume();
        awaitReturn();
    }

    private void assertEachGoesItsWay() {
        HttpResponse<String> closed = timed("/a/b", "X-Closed", "k");
        assertThat(closed.statusCode()).isEqualTo(503);
        assertThat(closed.headers().firstValue("Retry-After")).contains("1");
        assertThat(closed.headers().firstValue("X-RateLimit-Limit")).isEmpty();
        assertThat(closed.body())
                .contains("http-problem-types#temporary-reduced-capacity", "\"violated-policies\":[\"closed\"]");

        HttpResponse<String> open = timed("/a/b", "X-Open", "k");
        assertThat(open.statusCode()).isEqualTo(200);
        assertThat(open.headers().firstValue("X-RateLimit-Limit")).isEmpty();

        assertThat(timed("/a/b", "X-Closed", "m", "X-Open", "m", "X-Local", "m").statusCode())
                .as("one closed policy is enough")
                .isEqualTo(503);

        HttpResponse<String> local = timed("/a/b", "X-Local", "m");
        assertThat(local.statusCode()).isEqualTo(200);
        assertThat(local.headers().firstValue("X-RateLimit-Limit"))
                .as("a fifth of 10")
                .contains("2");
        assertThat(local.headers().firstValue("X-RateLimit-Remaining"))
                .as("the refusal with 503 has charged nothing")
                .contains("1");
        assertThat(timed("/a/b", "X-Local", "m").statusCode()).isEqualTo(200);
        assertThat(timed("/a/b", "X-Local", "m").statusCode()).isEqualTo(429);

        assertThat(timed("/service?name=n").statusCode()).as("of a method").isEqualTo(503);
    }

    private HttpResponse<String> timed(String path, String... headers) {
        long begin = System.nanoTime();
        HttpResponse<String> response = application.get(path, headers);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(DEADLINE.plusSeconds(1));
        return response;
    }

    private void awaitReturn() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> application.get("/a/b", "X-Closed", "back").statusCode() == 200
                        && application
                                .get("/a/b", "X-Local", "n")
                                .headers()
                                .firstValue("X-RateLimit-Limit")
                                .equals(Optional.of("10")));
    }
}
