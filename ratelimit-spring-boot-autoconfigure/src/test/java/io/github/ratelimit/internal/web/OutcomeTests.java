package io.github.ratelimit.internal.web;

import static io.github.ratelimit.testing.RunningApplication.basic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.testing.RunningApplication;
import jakarta.servlet.Filter;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;

/** What the final status of a request does to its charges, through a real server and a real Redis. Every limit is 5. */
class OutcomeTests {

    private static final Duration GENEROUS = Duration.ofSeconds(30);

    private static RunningApplication application;
    private static RateLimiter limiter;

    @BeforeAll
    static void start() {
        List<String> properties = new ArrayList<>();
        properties.add("ratelimit.redis.deadline=30s"); // what misses it is counted locally, and more would pass
        policy(properties, "failed", "paths=/end/**", "key=header:X-Failed", "refund-on=5xx, 404");
        policy(
                properties,
                "refused",
                "paths=/private/other",
                "key=header:X-Refused",
                "phase=before-security",
                "refund-on=401");
        policy(
                properties,
                "guessed",
                "paths=/private/other",
                "key=header:X-Guessed",
                "phase=before-security",
                "refund-on=200-400, 402-599");
        policy(properties, "served", "paths=/end/**", "key=header:X-Served", "refund-on=2xx");
        policy(properties, "proven", "paths=/end/**", "key=header:X-Proven", "reset-on=2xx", "block=2d");
        policy(properties, "watched", "paths=/end/**", "key=header:X-Watched", "refund-on=5xx", "enforce=false");
        policy(properties, "password", "paths=/private/password", "key=ip", "refund-on=2xx");
        policy(properties, "fallback", "paths=/end/entity", "key=header:X-Fallback | header:X-Other", "reset-on=2xx");
        policy(properties, "annotated", "refund-on=5xx");
        policy(properties, "coded", "refund-on=5xx");
        policy(properties, "paid", "paths=/paid", "key=header:X-Paid");
        application = RunningApplication.start(OutcomeApplication.class, properties.toArray(String[]::new));
        limiter = application.context().getBean(RateLimiter.class);
    }

    private static void policy(List<String> properties, String name, String... values) {
        String prefix = "ratelimit.policies." + name + ".";
        properties.add(prefix + "limit=5/1d");
        properties.add(prefix + "on-missing-key=skip");
        for (String value : values) {
            properties.add(prefix + value);
        }
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static long used(String policy, String key) {
        return used(RateLimitCheck.of(policy, key));
    }

    private static long used(RateLimitCheck check) {
        return 5 - limiter.peek(check.cost(0)).results().get(0).usages().get(0).remaining();
    }

    /** A refund is not awaited, and an error page is sent before the request is over. */
    private static void awaitUsed(long permits, String policy, String key) {
        await().atMost(GENEROUS)
                .untilAsserted(() -> assertThat(used(policy, key)).isEqualTo(permits));
    }

    @Nested
    class Refunds {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/end/entity?status=503",
                    "/end/entity?status=404",
                    "/end/entity?status=500&body=text",
                    "/end/send-error?status=503",
                    "/end/exception",
                    "/end/exception?page=404",
                    "/end/callable?status=500",
                    "/end/deferred",
                    "/end/timeout",
                    "/end/raw?status=503",
                    "/end/nothing-there",
                })
        void giveBackOnceHoweverTheRequestEndsWithTheStatus(String path) {
            limiter.tryAcquire(RateLimitCheck.of("failed", path).cost(2));

            application.get(path, "X-Failed", path);
            awaitUsed(2, "failed", path);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/end/entity?status=200",
                    "/end/entity?status=400&body=text",
                    "/end/send-error?status=403",
                    "/end/send-error?status=503&page=403",
                    "/end/send-error?status=403&page=503",
                    "/end/exception?page=401",
                    "/end/deferred?page=403",
                    "/end/timeout?page=403",
                    "/end/callable?status=201",
                    "/end/stream",
                    "/end/sse",
                    "/end/raw?status=204",
                })
        void doNotHappenOnOtherStatuses(String path) {
            application.get(path, "X-Failed", path, "X-Served", path);
            application.get("/end/entity?status=500", "X-Failed", path);

            await().during(Duration.ofMillis(300))
                    .atMost(GENEROUS)
                    .untilAsserted(() -> assertThat(used("failed", path)).isEqualTo(1));
        }

        @Test
        void seeWhatSpringSecurityAnswers() {
            assertThat(application.get("/private/other", "X-Refused", "r").statusCode())
                    .isEqualTo(401);
            awaitUsed(0, "refused", "r");

            String[] right = basic("ana", "right");
            application.get("/private/other", right[0], right[1], "X-Refused", "r");
            assertThat(used("refused", "r")).isEqualTo(1);
        }

        /** A caller may be able to make it fail, with an upload that is too large for it. */
        @Test
        void doNotHappenForAnErrorPageOfAnotherStatus() {
            String[] wrong = basic("ana", "wrong");
            assertThat(application
                            .get("/private/other?page=413", wrong[0], wrong[1], "X-Guessed", "g")
                            .statusCode())
                    .isEqualTo(413);
            String[] right = basic("ana", "right");
            application.get("/private/other", right[0], right[1], "X-Guessed", "g");

            await().during(Duration.ofMillis(300))
                    .atMost(GENEROUS)
                    .untilAsserted(() -> assertThat(used("guessed", "g")).isEqualTo(1));
        }

        @Test
        void areForWatchedPoliciesToo() {
            application.get("/end/entity?status=200", "X-Watched", "w");
            application.get("/end/entity?status=500&body=x", "X-Watched", "w");

            awaitUsed(1, "watched", "w");
        }

        @Test
        void areForChargesOfAnnotationsAndOfCodeToo() {
            application.get("/end/work?status=200&key=k");
            application.get("/end/work?status=500&key=k");

            awaitUsed(1, "annotated", "k");
            awaitUsed(1, "coded", "k");
        }

        @Test
        void goByTheCommittedStatusWhenTheHandlerFailsLater() throws Exception {
            try (Socket socket = application.open(
                    "/end/after-commit", "Connection: close", "X-Failed: committed", "X-Served: committed")) {
                socket.getInputStream().readAllBytes();
            }
            awaitUsed(0, "served", "committed");
            assertThat(used("failed", "committed")).isEqualTo(1);
        }

        @Test
        void goByTheCommittedStatusWhenTheClientHangsUp() throws Exception {
            try (Socket socket =
                    application.open("/end/endless", "Connection: close", "X-Failed: gone", "X-Served: gone")) {
                socket.getInputStream().readNBytes(1_000);
            }
            awaitUsed(0, "served", "gone");
            assertThat(used("failed", "gone")).isEqualTo(1);
        }
    }

    @Nested
    class Resets {

        @Test
        void areDoneBeforeTheFilterReturns() {
            limiter.tryAcquire(RateLimitCheck.of("proven", "empty").cost(3));

            application.get("/end/entity?status=204", "X-Proven", "empty");
            assertThat(used("proven", "empty"))
                    .as("an answer without a body leaves after the filter")
                    .isZero();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/end/entity?status=200&body=text",
                    "/end/callable?status=200",
                    "/end/stream",
                    "/end/sse",
                    "/end/raw?status=200",
                    "/end/after-commit"
                })
        void areDoneAlsoWhereTheAnswerHasLeftAlready(String path) {
            limiter.tryAcquire(RateLimitCheck.of("proven", path).cost(3));

            try {
                application.get(path, "X-Proven", path);
            } catch (IllegalStateException broken) {
                assertThat(path).isEqualTo("/end/after-commit");
            }
            awaitUsed(0, "proven", path);
        }

        @ParameterizedTest
        @CsvSource({
            "/end/entity?status=401&body=x",
            "/end/exception",
            "/end/exception?page=200",
            "/end/send-error?status=401&page=200",
            "/end/callable?status=500"
        })
        void doNotHappenOnOtherStatuses(String path) {
            application.get(path, "X-Proven", path);
            application.get(path, "X-Proven", path);

            assertThat(used("proven", path)).isEqualTo(2);
        }

        @Test
        void endABlock() {
            for (int i = 0; i < 5; i++) {
                application.get("/end/entity?status=401", "X-Proven", "blocked");
            }
            assertThat(application
                            .get("/end/entity?status=200", "X-Proven", "blocked")
                            .headers()
                            .firstValue("Retry-After"))
                    .contains("172800");

            limiter.reset(RateLimitCheck.of("proven", "blocked"));
            assertThat(application
                            .get("/end/entity?status=200", "X-Proven", "blocked")
                            .statusCode())
                    .isEqualTo(200);
        }

        @Test
        void neverTouchAFallback() {
            application.get("/end/entity?status=200", "X-Other", "other");
            application.get("/end/entity?status=200", "X-Fallback", "first");

            assertThat(used(RateLimitCheck.of("fallback", "other").kind("header:x-other")))
                    .isEqualTo(1);
            assertThat(used("fallback", "first")).isZero();
        }
    }

    @Nested
    class RefundFor {

        @Test
        void givesBackWhatTheFilterPaidForTheCall() {
            application.get("/paid?cost=1&fails=false", "X-Paid", "all");
            application.get("/paid?cost=1&fails=true", "X-Paid", "all");

            awaitUsed(1, "paid", "all");
        }

        @Test
        void givesBackTheDifferenceThatTheCallPaidItselfToo() {
            application.get("/paid?cost=3&fails=true", "X-Paid", "part");
            awaitUsed(0, "paid", "part");

            application.get("/paid?cost=3&fails=false", "X-Paid", "part");
            assertThat(used("paid", "part")).isEqualTo(3);
        }
    }

    @Nested
    class Passwords {

        @Test
        void areLookedAtFiveTimesThoughAThousandAreTriedAtOnce() throws Exception {
            String[] wrong = basic("ana", "wrong");
            limiter.reset(RateLimitCheck.of("password", "127.0.0.1"));
            int before = looked();
            ExecutorService callers = Executors.newFixedThreadPool(100);
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                answers.add(callers.submit(
                        () -> application.get("/private/password", wrong).statusCode()));
            }
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> answer : answers) {
                statuses.add(answer.get());
            }
            callers.shutdown();

            assertThat(statuses).filteredOn(status -> status == 401).hasSize(5);
            assertThat(statuses).filteredOn(status -> status == 429).hasSize(995);
            assertThat(looked() - before).isEqualTo(5);
        }

        @Test
        void thatAreRightAreNotCounted() {
            limiter.reset(RateLimitCheck.of("password", "127.0.0.1"));
            for (int i = 0; i < 20; i++) {
                assertThat(application
                                .get("/private/password", basic("ana", "right"))
                                .statusCode())
                        .isEqualTo(200);
            }
            assertThat(application
                            .get("/private/password", basic("ana", "wrong"))
                            .statusCode())
                    .isEqualTo(401);
            awaitUsed(1, "password", "127.0.0.1");
        }

        private int looked() {
            return application
                    .context()
                    .getBean(OutcomeApplication.class)
                    .passwords
                    .get();
        }
    }

    /** There are no error pages, and nobody tells of the end of a request. */
    @Nested
    class InMockMvc {

        private final MockMvc mvc = MockMvcBuilders.webAppContextSetup((WebApplicationContext) application.context())
                .addFilters(filter("rateLimitOutcomeFilter"), filter("rateLimitFilterAfterSecurity"))
                .build();

        private static Filter filter(String bean) {
            return application
                    .context()
                    .getBean(bean, FilterRegistrationBean.class)
                    .getFilter();
        }

        @ParameterizedTest
        @CsvSource({
            "/end/entity?status=503, 0",
            "/end/entity?status=404&body=text, 0",
            "/end/entity?status=403, 1",
            "/end/send-error?status=503, 0",
            "/end/send-error?status=403, 1",
            "/end/exception, 0"
        })
        void everyStatusCountsAsSoonAsTheFiltersReturn(String path, long used) {
            try {
                mvc.perform(get(path).header("X-Failed", "mock " + path));
            } catch (Exception failure) {
                assertThat(path).isEqualTo("/end/exception");
            }
            awaitUsed(used, "failed", "mock " + path);
        }
    }
}
