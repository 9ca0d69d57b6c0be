package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.testing.RunningApplication;
import java.net.http.HttpResponse;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The filter without Spring Security, through a real server. */
@ExtendWith(OutputCaptureExtension.class)
class FilterTests {

    private static RunningApplication application;

    @BeforeAll
    static void start() {
        application = RunningApplication.start(
                WebApplication.Plain.class,
                "ratelimit.policies.by-header.paths=/a/b, /a/other",
                "ratelimit.policies.by-header.exclude-paths=/a/other",
                "ratelimit.policies.by-header.key=header:X-K",
                "ratelimit.policies.by-header.on-missing-key=skip",
                "ratelimit.policies.by-header.limit=2/1h",
                "ratelimit.policies.two-limits.paths=/a/other",
                "ratelimit.policies.two-limits.key=header:X-Two",
                "ratelimit.policies.two-limits.on-missing-key=skip",
                "ratelimit.policies.two-limits.limit=1/1s, 3/1h",
                "ratelimit.policies.get-only.paths=/a/b",
                "ratelimit.policies.get-only.methods=GET",
                "ratelimit.policies.get-only.key=header:X-Get",
                "ratelimit.policies.get-only.on-missing-key=skip",
                "ratelimit.policies.get-only.limit=1/1h",
                "ratelimit.policies.strict.paths=/form",
                "ratelimit.policies.strict.key=param:phone",
                "ratelimit.policies.strict.normalize=phone",
                "ratelimit.policies.strict.on-missing-key=reject",
                "ratelimit.policies.strict.limit=1/1h",
                "ratelimit.policies.everything.paths=/**",
                "ratelimit.policies.everything.exclude-paths=/form",
                "ratelimit.policies.everything.key=header:X-All",
                "ratelimit.policies.everything.on-missing-key=skip",
                "ratelimit.policies.everything.limit=1/1h",
                "ratelimit.policies.probes.paths=/actuator/health",
                "ratelimit.policies.probes.key=header:X-Probe",
                "ratelimit.policies.probes.on-missing-key=skip",
                "ratelimit.policies.probes.limit=1/1h",
                "ratelimit.policies.costly.paths=/a/other",
                "ratelimit.policies.costly.key=header:X-Costly",
                "ratelimit.policies.costly.on-missing-key=skip",
                "ratelimit.policies.costly.cost=11",
                "ratelimit.policies.costly.limit=10/1h",
                "ratelimit.policies.shadow.paths=/a/b",
                "ratelimit.policies.shadow.key=header:X-Shadow",
                "ratelimit.policies.shadow.on-missing-key=skip",
                "ratelimit.policies.shadow.enforce=false",
                "ratelimit.policies.shadow.limit=1/1h",
                "ratelimit.policies.secret.paths=/a/b",
                "ratelimit.policies.secret.key=header:X-Secret",
                "ratelimit.policies.secret.on-missing-key=skip",
                "ratelimit.policies.secret.expose=false",
                "ratelimit.policies.secret.limit=1/1h",
                "ratelimit.policies.async.paths=/async/**, /a/b",
                "ratelimit.policies.async.key=header:X-Async",
                "ratelimit.policies.async.on-missing-key=skip",
                "ratelimit.policies.async.limit=5/1h",
                "ratelimit.policies.service.limit=1/1h",
                "ratelimit.policies.filtered.paths=/bulk",
                "ratelimit.policies.filtered.key=header:X-Bulk",
                "ratelimit.policies.filtered.limit=5/1h",
                "ratelimit.phone-region=NP");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void tellsWhatIsLeftThenRefusesWithTheWait() {
        HttpResponse<String> first = application.get("/a/b", "X-K", "one");
        HttpResponse<String> second = application.get("/a/b", "X-K", "one");
        HttpResponse<String> third = application.get("/a/b", "X-K", "one");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(header(first, "X-RateLimit-Limit")).isEqualTo("2");
        assertThat(header(first, "X-RateLimit-Remaining")).isEqualTo("1");
        assertThat(header(first, "X-RateLimit-Reset")).isEqualTo("1800");
        assertThat(header(first, "RateLimit-Policy")).isEqualTo("\"by-header\";q=2;w=3600");
        assertThat(header(first, "RateLimit")).isEqualTo("\"by-header\";r=1;t=1800");
        assertThat(header(second, "X-RateLimit-Remaining")).isEqualTo("0");
        assertThat(third.statusCode()).isEqualTo(429);
        assertThat(header(third, "Retry-After")).matches("1800|1799");
        assertThat(header(third, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(header(third, "Cache-Control")).isEqualTo("no-store");
        assertThat(header(third, "X-RateLimit-Remaining")).isEqualTo("0");
        assertThat(third.headers().allValues("X-RateLimit-Limit")).hasSize(1);
        assertThat(third.body())
                .matches(Pattern.quote(
                                "{\"type\":\"https://iana.org/assignments/http-problem-types#quota-exceeded\","
                                        + "\"title\":\"Too Many Requests\",\"status\":429,\"detail\":\"Too many requests. Try again in ")
                        + "\\d+ s\\.\",\"violated-policies\":\\[\"by-header\"],\"retry-after\":\\d+}");
    }

    @Test
    void doesNotCountWhatIsExcluded() {
        assertThat(application.get("/a/other", "X-K", "x").headers().firstValue("X-RateLimit-Limit"))
                .isEmpty();
    }

    @Test
    void keepsKeysApart() {
        assertThat(application.get("/a/b", "X-K", "apart-1").statusCode()).isEqualTo(200);
        assertThat(header(application.get("/a/b", "X-K", "apart-2"), "X-RateLimit-Remaining"))
                .isEqualTo("1");
    }

    @Test
    void namesEachLimitOfAPolicyAndShowsTheTightest() {
        HttpResponse<String> response = application.get("/a/other", "X-Two", "x");

        assertThat(header(response, "RateLimit-Policy"))
                .isEqualTo("\"two-limits/1h\";q=3;w=3600, \"two-limits/1s\";q=1;w=1");
        assertThat(header(response, "RateLimit")).isEqualTo("\"two-limits/1s\";r=0;t=1");
        assertThat(header(response, "X-RateLimit-Limit")).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a/b", "/a/b?x=1", "/%61/b", "/a/b;x=1", "/a;y=2/b"})
    void countsEverySpellingThatReachesTheHandler(String path) {
        assertThat(application.get(path, "X-K", path).statusCode()).isEqualTo(200);
        assertThat(header(application.get(path, "X-K", path), "X-RateLimit-Remaining"))
                .isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a/b/", "/a//b", "//a/b", "/x/../a/b", "/A/b", "/a/b.json", "/a/./b"})
    void countsNoSpellingThatMvcAnswersWith404(String path) {
        HttpResponse<String> response = application.get(path, "X-K", "not-found");

        assertThat(response.statusCode())
                .as("Jetty refuses empty segments itself")
                .isIn(404, path.contains("//") ? 400 : 404);
        assertThat(response.headers().firstValue("X-RateLimit-Limit")).isEmpty();
    }

    @Test
    void countsHeadAsGetSinceMvcDoes() {
        assertThat(application.send("HEAD", "/a/b", "X-Get", "h").statusCode()).isEqualTo(200);
        assertThat(application.get("/a/b", "X-Get", "h").statusCode()).isEqualTo(429);
        assertThat(application.send("HEAD", "/a/b", "X-Get", "h").statusCode()).isEqualTo(429);
        assertThat(application.send("POST", "/a/b", "X-Get", "h").statusCode()).isEqualTo(200);
    }

    @Test
    void neverCountsAPreflight() {
        for (int i = 0; i < 3; i++) {
            HttpResponse<String> response = application.send(
                    "OPTIONS",
                    "/a/b",
                    "X-All",
                    "p",
                    "Origin",
                    "https://shop.example",
                    "Access-Control-Request-Method",
                    "GET");
            assertThat(response.statusCode()).isNotEqualTo(429);
        }
        assertThat(application.get("/a/other", "X-All", "p").statusCode()).isEqualTo(200);
    }

    @Test
    void exemptsTheActuatorUnlessAPatternNamesIt() {
        for (int i = 0; i < 3; i++) {
            assertThat(application.get("/actuator/health", "X-All", "probe").statusCode())
                    .isEqualTo(200);
        }
        assertThat(application.get("/actuator/health", "X-Probe", "p").statusCode())
                .isEqualTo(200);
        assertThat(application.get("/actuator/health", "X-Probe", "p").statusCode())
                .isEqualTo(429);
    }

    @Test
    void rejectsAMissingOrUnreadableValueWith400BeforeAnythingIsCharged() {
        assertThat(application.post("/form", "other=1").statusCode()).isEqualTo(400);
        HttpResponse<String> unreadable = application.post("/form", "phone=no-phone");
        assertThat(unreadable.statusCode()).isEqualTo(400);
        assertThat(header(unreadable, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(unreadable.body())
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Bad Request\",\"status\":400,"
                        + "\"detail\":\"policy 'strict': the key's value is not a phone number\"}");
    }

    @Test
    void givesOnePhoneOneQuotaInEverySpelling() {
        assertThat(application.post("/form", "phone=%2B977+984-1234567").statusCode())
                .isEqualTo(200);
        assertThat(application.post("/form", "phone=009779841234567").statusCode())
                .isEqualTo(429);
        assertThat(application.get("/form?phone=9841234567").statusCode()).isEqualTo(429);
    }

    @Test
    void refusesACostThatNeverFitsWithoutRetryAfter(CapturedOutput output) {
        HttpResponse<String> response = application.get("/a/other", "X-Costly", "x");

        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(response.headers().firstValue("Retry-After")).isEmpty();
        assertThat(response.body()).doesNotContain("retry-after");
        application.get("/a/other", "X-Costly", "x");
        assertThat(output)
                .containsOnlyOnce("Rate limit policy 'costly' was asked for 11 permits at once, more than it ever has");
    }

    @Test
    void onlyWatchesWhenNotEnforced() {
        for (int i = 0; i < 3; i++) {
            HttpResponse<String> response = application.get("/a/b", "X-Shadow", "s");
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("X-RateLimit-Limit")).isEmpty();
        }
    }

    @Test
    void doesNotNameAPolicyThatIsNotExposed() {
        assertThat(application.get("/a/b", "X-Secret", "s").headers().firstValue("RateLimit"))
                .isEmpty();
        HttpResponse<String> refused = application.get("/a/b", "X-Secret", "s");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).doesNotContain("violated-policies").doesNotContain("secret");
        assertThat(refused.headers().firstValue("RateLimit")).isEmpty();
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"callable", "deferred", "stream", "sse", "forward", "error"})
    void chargesOnceOverAllDispatches(String kind) {
        HttpResponse<String> response = application.get("/async/" + kind, "X-Async", kind);

        assertThat(header(response, "X-RateLimit-Remaining")).isEqualTo("4");
        assertThat(header(application.get("/a/b", "X-Async", kind), "X-RateLimit-Remaining"))
                .isEqualTo("3");
    }

    @Test
    void answersARefusedMethodAsTheFilterWould() {
        assertThat(application.get("/service?name=n").statusCode()).isEqualTo(200);
        HttpResponse<String> refused = application.get("/service?name=n");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("\"violated-policies\":[\"service\"]");
        assertThat(header(refused, "RateLimit")).startsWith("\"service\";r=0;t=");
        assertThat(header(refused, "Retry-After")).matches("36\\d\\d|3599");
    }

    @Test
    void letsCodeCatchTheRefusal() {
        application.get("/caught");

        HttpResponse<String> caught = application.get("/caught");
        assertThat(caught.statusCode()).isEqualTo(418);
        assertThat(caught.body()).isEqualTo("REFUSED");
    }

    @ParameterizedTest
    @CsvSource({"1, 200, 4", "3, 200, 2", "5, 200, 0", "6, 429, 0"})
    void countsTheFiltersChargeForTheFirstCallOnly(int calls, int status, String remaining) {
        HttpResponse<String> response = application.get("/bulk?calls=" + calls, "X-Bulk", "bulk-" + calls);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(header(response, "X-RateLimit-Remaining")).isEqualTo(remaining);
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("none");
    }
}
