package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.limiter.LogRecorder;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.Search;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What operators see of an application: metrics, the log of refusals, health. */
class SeeingTests {

    @RegisterExtension
    final LogRecorder log = new LogRecorder("io.github.ratelimit.refusals");

    private RunningApplication application;

    private void start(String... properties) {
        String[] all = new String[properties.length + 3];
        all[0] = "management.endpoint.health.show-details=always";
        all[1] = "ratelimit.policies.service.limit=1/1h";
        all[2] = "ratelimit.policies.filtered.limit=1/1h";
        System.arraycopy(properties, 0, all, 3, properties.length);
        application = RunningApplication.start(WebApplication.Plain.class, all);
        log.attach();
    }

    @AfterEach
    void stop() {
        application.close();
    }

    private Search meter(String name) {
        return application.context().getBean(MeterRegistry.class).find(name);
    }

    private double decisions(String policy, String outcome) {
        return meter("ratelimit.decisions").tag("policy", policy).tag("outcome", outcome).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private double gauge(String name, String... tags) {
        return meter(name).tags(tags).gauge().value();
    }

    private List<Map<String, String>> refusals(int lines) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> log.fields().size() >= lines);
        return log.fields();
    }

    @Nested
    class APolicyThatIsNotEnforced {

        @Test
        void isCountedAndLoggedAndPassesWithoutHeaders() {
            start(
                    "ratelimit.policies.watched.limit=2/1h",
                    "ratelimit.policies.watched.key=ip",
                    "ratelimit.policies.watched.paths=/a/b",
                    "ratelimit.policies.watched.enforce=false");

            for (int i = 0; i < 5; i++) {
                HttpResponse<String> answer = application.get("/a/b");
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.headers().map().keySet())
                        .noneMatch(name -> name.toLowerCase(Locale.ROOT).contains("ratelimit"));
                assertThat(answer.headers().firstValue("Retry-After")).isEmpty();
            }
            assertThat(decisions("watched", "allowed")).isEqualTo(2);
            assertThat(decisions("watched", "shadow")).isEqualTo(3);
            assertThat(refusals(1))
                    .allSatisfy(line ->
                            assertThat(line).containsEntry("outcome", "shadow").containsEntry("place", "/a/b"));
            assertThat(log.messages()).first().asString().startsWith("Rate limit policy 'watched' would refuse ");
        }

        @Test
        void doesNotHideTheRefusalOfAnother() {
            start(
                    "ratelimit.policies.watched.limit=1/1h",
                    "ratelimit.policies.watched.key=ip",
                    "ratelimit.policies.watched.paths=/a/b",
                    "ratelimit.policies.watched.enforce=false",
                    "ratelimit.policies.real.limit=2/1h",
                    "ratelimit.policies.real.key=ip",
                    "ratelimit.policies.real.paths=/a/b");

            assertThat(List.of(
                            application.get("/a/b").statusCode(),
                            application.get("/a/b").statusCode(),
                            application.get("/a/b").statusCode()))
                    .containsExactly(200, 200, 429);
            assertThat(decisions("watched", "shadow")).isEqualTo(2);
            assertThat(decisions("real", "refused")).isEqualTo(1);
        }
    }

    @Nested
    class TheLogOfRefusals {

        @Test
        void namesThePatternAndNotThePath() {
            start(
                    "ratelimit.policies.api.limit=1/1h",
                    "ratelimit.policies.api.key=ip",
                    "ratelimit.policies.api.paths=/a/{what}");
            application.get("/a/other?secret=1");
            application.get("/a/b?secret=1");

            assertThat(refusals(1))
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .containsEntry("policy", "api")
                            .containsEntry("outcome", "refused")
                            .containsEntry("place", "/a/{what}"));
            assertThat(log.messages() + log.fields().toString()).doesNotContain("secret", "/a/b", "127.0.0.1");
        }

        @Test
        void namesTheAnnotatedMethod() {
            start();
            application.get("/service?name=ana");
            application.get("/service?name=ana");

            assertThat(refusals(1))
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .containsEntry("policy", "service")
                            .containsEntry("place", "Service.limited"));
        }
    }

    @Nested
    class Meters {

        @Test
        void timeAndSizeTheCallsOfTheStore() {
            start(
                    "ratelimit.policies.budget.limit=10/1h",
                    "ratelimit.policies.budget.key=global",
                    "ratelimit.policies.budget.paths=/a/b");
            assertThat(gauge("ratelimit.usage", "policy", "budget")).isNaN();
            for (int i = 0; i < 4; i++) {
                application.get("/a/b");
            }

            assertThat(meter("ratelimit.store.calls")
                            .tag("outcome", "answered")
                            .timer()
                            .count())
                    .isEqualTo(4);
            assertThat(meter("ratelimit.store.calls")
                            .tag("outcome", "answered")
                            .timer()
                            .max(TimeUnit.NANOSECONDS))
                    .isPositive();
            assertThat(meter("ratelimit.store.batch").summary().totalAmount()).isEqualTo(4);
            assertThat(gauge("ratelimit.usage", "policy", "budget")).isBetween(0.39, 0.4);
            assertThat(gauge("ratelimit.breaker.state", "state", "closed")).isEqualTo(1);
            assertThat(gauge("ratelimit.local.keys")).isZero();
            assertThat(application.context().getBean(MeterRegistry.class).getMeters())
                    .filteredOn(meter -> meter.getId().getName().startsWith("ratelimit."))
                    .allSatisfy(
                            meter -> assertThat(meter.getId().getDescription()).isNotBlank());
        }

        @Test
        void tellOfAnOutage() {
            try (RedisServer redis = RedisServer.start()) {
                start(
                        "spring.data.redis.port=" + redis.port(),
                        "ratelimit.redis.deadline=300ms",
                        "ratelimit.circuit-breaker.sliding-window-size=2",
                        "ratelimit.circuit-breaker.minimum-number-of-calls=2",
                        "ratelimit.circuit-breaker.wait-duration-in-open-state=1h",
                        "ratelimit.policies.local.limit=100/1h",
                        "ratelimit.policies.local.key=ip",
                        "ratelimit.policies.local.paths=/a/b",
                        "ratelimit.policies.closed.limit=100/1h",
                        "ratelimit.policies.closed.key=ip",
                        "ratelimit.policies.closed.paths=/a/other",
                        "ratelimit.policies.closed.on-store-failure=closed");
                redis.pause();
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
                    application.get("/a/b");
                    return gauge("ratelimit.breaker.state", "state", "open") == 1;
                });
                application.get("/a/other");

                assertThat(gauge("ratelimit.breaker.state", "state", "closed")).isZero();
                assertThat(gauge("ratelimit.local.keys")).isPositive();
                assertThat(meter("ratelimit.store.calls")
                                .tag("outcome", "timeout")
                                .timer()
                                .count())
                        .isPositive();
                assertThat(meter("ratelimit.decisions")
                                .tag("policy", "local")
                                .tag("basis", "local")
                                .counter()
                                .count())
                        .isPositive();
                assertThat(decisions("closed", "unavailable")).isEqualTo(1);
                application.close();
            }
        }
    }

    @Nested
    class Health {

        @Test
        void tellsStoreBreakerAndBudgets() {
            start(
                    "ratelimit.policies.budget.limit=5000/1d",
                    "ratelimit.policies.budget.key=global",
                    "ratelimit.policies.budget.algorithm=fixed-window",
                    "ratelimit.policies.budget.paths=/a/b");
            application.get("/a/b");

            HttpResponse<String> health = application.get("/actuator/health");
            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.body())
                    .contains(
                            "\"ratelimit\":{\"details\":{\"store\":\"redis\",\"connected\":true,\"breaker\":\"closed\","
                                    + "\"budgets\":{\"budget\":{\"limit\":\"5000/1d\",\"capacity\":5000,\"remaining\":4999}}},"
                                    + "\"status\":\"UP\"}");
        }

        @Test
        void staysUpWithoutRedisUnlessTold() {
            HttpResponse<String> health = healthAfterRedisDied();
            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.body()).contains("\"connected\":false");
        }

        @Test
        void isDownWithoutRedisWhenTold() {
            HttpResponse<String> health = healthAfterRedisDied("ratelimit.health-down-on-store-failure=true");
            assertThat(health.statusCode()).isEqualTo(503);
            assertThat(health.body()).contains("\"connected\":false").contains("\"status\":\"DOWN\"");
        }

        private HttpResponse<String> healthAfterRedisDied(String... properties) {
            try (RedisServer redis = RedisServer.start()) {
                String[] all = Arrays.copyOf(properties, properties.length + 2);
                all[properties.length] = "spring.data.redis.port=" + redis.port();
                all[properties.length + 1] = "management.health.redis.enabled=false";
                start(all);
                redis.kill();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> application.get("/actuator/health").body().contains("\"connected\":false"));
                return application.get("/actuator/health");
            }
        }
    }
}
