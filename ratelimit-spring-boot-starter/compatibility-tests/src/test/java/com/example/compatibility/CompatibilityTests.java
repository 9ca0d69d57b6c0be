package com.example.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.RateLimiter;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.ClassUtils;

/** What the starter promises, on the line of Spring Boot that this module is built with. */
class CompatibilityTests {

    private static Redis redis;
    private static RunningShop shop;

    @BeforeAll
    static void start() {
        redis = new Redis();
        shop = RunningShop.start(redis);
    }

    @AfterAll
    static void stop() {
        shop.close();
        redis.close();
    }

    @Test
    void runsTheJarOnTheLineItNames() {
        assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("compatibility.boot-version"));
        assertThat(RateLimiter.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .endsWith(".jar");
    }

    @Test
    void hasTheRedisClientItNamesAndNoOther() {
        boolean lettuce = ClassUtils.isPresent("io.lettuce.core.RedisClient", null);
        boolean jedis = ClassUtils.isPresent("redis.clients.jedis.Jedis", null);
        assertThat(lettuce ? "lettuce" : "jedis").isEqualTo(System.getProperty("compatibility.redis-client"));
        assertThat(lettuce).isNotEqualTo(jedis);
    }

    @Test
    void filterLetsPassThenRefuses() {
        for (int remaining = 2; remaining >= 0; remaining--) {
            HttpResponse<String> allowed = shop.get("/api/page", "X-Key", "filter");
            assertThat(allowed.statusCode()).isEqualTo(200);
            assertThat(allowed.headers().firstValue("X-RateLimit-Limit")).contains("3");
            assertThat(allowed.headers().firstValue("X-RateLimit-Remaining")).contains(Integer.toString(remaining));
        }

        HttpResponse<String> refused = shop.get("/api/page", "X-Key", "filter");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(Integer.parseInt(refused.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(1_100, 1_200);
        assertThat(refused.headers().firstValue("RateLimit-Policy")).contains("\"api\";q=3;w=3600");
        assertThat(refused.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(refused.body()).contains("\"violated-policies\":[\"api\"]");
    }

    @Test
    void annotatedMethodIsRefusedWith429() {
        assertThat(shop.get("/orders?user=ana").body()).isEqualTo("placed for ana");
        assertThat(shop.get("/orders?user=ana").statusCode()).isEqualTo(200);

        HttpResponse<String> refused = shop.get("/orders?user=ana");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(shop.get("/orders?user=bob").statusCode()).isEqualTo(200);
    }

    @Test
    void endpointShowsAndResetsAKey() {
        for (int i = 0; i < 4; i++) {
            shop.get("/api/page", "X-Key", "reset");
        }
        assertThat(shop.get("/actuator/ratelimits").body()).contains("\"api\"", "3/1h", "/api/**");
        assertThat(shop.get("/actuator/ratelimits/api?key=reset").body()).contains("\"remaining\":0");

        assertThat(shop.delete("/actuator/ratelimits/api?key=reset").statusCode())
                .isEqualTo(200);

        assertThat(shop.get("/api/page", "X-Key", "reset").statusCode()).isEqualTo(200);
    }

    @Test
    void endpointChangesALimitAndTakesItBack() {
        HttpResponse<String> changed = shop.post("/actuator/ratelimits/open", "{\"limit\":\"7/1h\"}");
        assertThat(changed.statusCode()).as(changed.body()).isBetween(200, 204);
        awaitLimit(shop, "7");

        shop.delete("/actuator/ratelimits/open");
        awaitLimit(shop, "3");
    }

    private static void awaitLimit(RunningShop shop, String limit) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(shop.get("/open/page", "X-Key", "changed")
                                .headers()
                                .firstValue("X-RateLimit-Limit"))
                        .contains(limit));
    }

    @Test
    void healthIsUpAndShowsDetails() {
        HttpResponse<String> health = shop.get("/actuator/health/ratelimit");

        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.body()).contains("\"status\":\"UP\"", "\"details\"", "breaker");
    }

    @Test
    void metricsCountDecisions() {
        shop.get("/api/page", "X-Key", "metrics");

        assertThat(shop.get("/actuator/metrics/ratelimit.decisions?tag=policy:api&tag=outcome:allowed&tag=basis:store")
                        .body())
                .contains("\"statistic\":\"COUNT\"");
    }

    @Test
    void policiesGoTheirWayWhileRedisIsGone() {
        try (Redis own = new Redis();
                RunningShop shopOfOwn = RunningShop.start(own)) {
            awaitStatus(shopOfOwn, 200);
            own.close();

            HttpResponse<String> closed = shopOfOwn.get("/api/page", "X-Key", "gone");
            assertThat(closed.statusCode()).isEqualTo(503);
            assertThat(closed.headers().firstValue("Retry-After")).isPresent();
            assertThat(shopOfOwn.get("/open/page", "X-Key", "gone").statusCode())
                    .isEqualTo(200);

            own.start();
            awaitStatus(shopOfOwn, 200);
        }
    }

    @Test
    void instancesShareACountAndAChange() {
        String prefix = "ratelimit.key-prefix=shared";
        try (RunningShop one = RunningShop.start(redis, prefix);
                RunningShop two = RunningShop.start(redis, prefix)) {
            one.get("/api/page", "X-Key", "both");
            HttpResponse<String> second = two.get("/api/page", "X-Key", "both");
            assertThat(second.headers().firstValue("X-RateLimit-Remaining")).contains("1");

            one.post("/actuator/ratelimits/open", "{\"limit\":\"7/1h\"}");
            awaitLimit(two, "7");
        }
    }

    /** Each try has a key of its own, so that none is refused for its count. */
    private static void awaitStatus(RunningShop shop, int status) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() ->
                        shop.get("/api/page", "X-Key", "k" + System.nanoTime()).statusCode() == status);
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void wrongPropertyStopsTheStartWithItsNameAndValue(CapturedOutput output) {
        assertThatThrownBy(() -> RunningShop.start(redis, "ratelimit.policies.wrong.limit=many"))
                .isInstanceOf(Exception.class);

        assertThat(output).contains("APPLICATION FAILED TO START", "ratelimit.policies.wrong.limit", "many");
    }
}
