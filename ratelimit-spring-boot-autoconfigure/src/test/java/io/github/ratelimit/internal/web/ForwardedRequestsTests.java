package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimited;
import io.github.ratelimit.testing.RunningApplication;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Import;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Whose budget a request behind a proxy takes from, whatever the web server does with the headers. */
@ExtendWith(OutputCaptureExtension.class)
class ForwardedRequestsTests {

    private static final String TRUSTED = "ratelimit.client-ip.trusted-proxies=127.0.0.0/8, ::1, 10.0.0.0/8";
    private static final String XFF = "X-Forwarded-For";
    private static final boolean JETTY = ClassUtils.isPresent("org.eclipse.jetty.server.Server", null);

    static class ByAddress {

        @RateLimited(policy = "method", key = "#ip")
        public String limited() {
            return "ok";
        }
    }

    @RestController
    @Import({ByAddress.class, WebApplication.Plain.class})
    static class Application {

        private final ByAddress byAddress;

        Application(ByAddress byAddress) {
            this.byAddress = byAddress;
        }

        @GetMapping("/method")
        String method() {
            return byAddress.limited();
        }
    }

    private static RunningApplication start(String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "ratelimit.policies.path.paths=/a/b",
                "ratelimit.policies.path.key=ip",
                "ratelimit.policies.path.limit=10/1h",
                "ratelimit.policies.skipping.paths=/form",
                "ratelimit.policies.skipping.key=global",
                "ratelimit.policies.skipping.skip=192.0.2.7, 2001:db8::7/128",
                "ratelimit.policies.skipping.limit=1000/1h",
                "ratelimit.policies.method.limit=10/1h",
                "ratelimit.policies.service.limit=10/1h",
                "ratelimit.policies.filtered.limit=10/1h"));
        all.addAll(List.of(properties));
        return RunningApplication.start(Application.class, all.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "framework"})
    void takeFromTheFirstAddressThatIsNotTrusted(String strategy) {
        try (RunningApplication application = start("server.forward-headers-strategy=" + strategy, TRUSTED)) {
            for (String path : List.of("/a/b", "/method")) {
                assertThat(remaining(application.get(path, XFF, "203.0.113.9"))).isEqualTo("9");
                assertThat(remaining(application.get(path, XFF, "198.51.100.1, 203.0.113.9:4711, 10.0.0.2")))
                        .isEqualTo("8");
                assertThat(remaining(application.get(path, XFF, "198.51.100.1, 203.0.113.9", XFF, "10.0.0.2")))
                        .isEqualTo("7");
                assertThat(remaining(application.get(path, XFF, "203.0.113.8, unknown")))
                        .as("the socket's address")
                        .isEqualTo("9");
                assertThat(remaining(application.get(path, "Forwarded", "for=203.0.113.9")))
                        .as("the header that is not read")
                        .isEqualTo("8");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "framework"})
    void takeFromTheProxyThatIsNotTrusted(String strategy) {
        try (RunningApplication application = start("server.forward-headers-strategy=" + strategy)) {
            for (String path : List.of("/a/b", "/method")) {
                assertThat(remaining(application.get(path))).isEqualTo("9");
                assertThat(remaining(application.get(path, XFF, "203.0.113.9"))).isEqualTo("8");
                assertThat(remaining(application.get(path, "Forwarded", "for=203.0.113.8")))
                        .isEqualTo("7");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "framework"})
    void fromAProxyThatIsNotTrustedAreWarnedOfOnce(String strategy, CapturedOutput output) {
        try (RunningApplication application = start("server.forward-headers-strategy=" + strategy)) {
            for (int i = 0; i < 120; i++) {
                application.get("/method", XFF, "203.0.113." + i);
            }
        }
        assertThat(output)
                .containsOnlyOnce("The first 100 limited requests all came from one private address, 127.0.0.1");
    }

    /**
     * Tomcat's valve takes from the header whom its trusted proxies forward for, and puts the client in the place of the
     * socket's address. Jetty takes the leftmost address, from anybody.
     */
    @Test
    void takeFromTheClientThatTheContainerFound(CapturedOutput output) {
        try (RunningApplication application = start("server.forward-headers-strategy=native")) {
            for (String path : List.of("/a/b", "/method")) {
                assertThat(remaining(application.get(path, XFF, "203.0.113.9"))).isEqualTo("9");
                assertThat(remaining(application.get(path, XFF, "198.51.100.1, 203.0.113.9, 10.0.0.2")))
                        .as("Tomcat leaves 198.51.100.1 in the header, not believed; for Jetty it is the client")
                        .isEqualTo(JETTY ? "9" : "8");
                assertThat(remaining(application.get(path))).isEqualTo("9");
            }
        }
        String warning = "Jetty takes the client's address from the left of X-Forwarded-For";
        assertThat(output.toString().contains(warning)).isEqualTo(JETTY);
    }

    /** What the container left in the header is read on, if the client that it found is trusted too. */
    @Test
    void takeFromTheSameClientIfContainerAndLimiterTrustTheSameProxies() {
        try (RunningApplication application = start("server.forward-headers-strategy=native", TRUSTED)) {
            assertThat(remaining(application.get("/a/b", XFF, "203.0.113.9"))).isEqualTo("9");
            assertThat(remaining(application.get("/a/b", XFF, "198.51.100.1, 203.0.113.9, 10.0.0.2")))
                    .isEqualTo(JETTY ? "9" : "8");
        }
        try (RunningApplication application =
                start("server.forward-headers-strategy=native", TRUSTED + ", 203.0.113.0/24")) {
            assertThat(remaining(application.get("/a/b", XFF, "198.51.100.1"))).isEqualTo("9");
            assertThat(remaining(application.get("/a/b", XFF, "198.51.100.1, 203.0.113.9, 10.0.0.2")))
                    .isEqualTo("8");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "framework", "native"})
    void areSkippedByTheSameAddress(String strategy) {
        try (RunningApplication application = start("server.forward-headers-strategy=" + strategy, TRUSTED)) {
            assertThat(remaining(application.get("/form", XFF, "192.0.2.7"))).isNull();
            assertThat(remaining(application.get("/form", XFF, "2001:db8::7"))).isNull();
            assertThat(remaining(application.get("/form", XFF, "2001:db8::8"))).isNotNull();
            boolean isLeftmostBelieved = JETTY && strategy.equals("native");
            assertThat(remaining(application.get("/form", XFF, "192.0.2.7, 192.0.2.8")) == null)
                    .isEqualTo(isLeftmostBelieved);
            assertThat(remaining(application.get("/form"))).isNotNull();
        }
    }

    @Test
    void areReadFromTheOtherHeaderIfToldSo() {
        try (RunningApplication application = start(TRUSTED, "ratelimit.client-ip.header=forwarded")) {
            assertThat(remaining(application.get("/a/b", "Forwarded", "for=\"203.0.113.9:80\";proto=http")))
                    .isEqualTo("9");
            assertThat(remaining(application.get("/a/b", "Forwarded", "for=\"a, for=203.0.113.9, for=10.0.0.2")))
                    .isEqualTo("8");
            assertThat(remaining(application.get("/a/b", XFF, "203.0.113.9")))
                    .as("the header that is not read")
                    .isEqualTo("9");
        }
    }

    @Test
    void ofHugeHeadersAreAnswered() {
        try (RunningApplication application = start(TRUSTED)) {
            HttpResponse<String> many = application.get("/a/b", XFF, "10.0.0.2,".repeat(800) + "10.0.0.2");
            assertThat(many.statusCode()).isEqualTo(200);
            assertThat(application.get("/a/b", XFF, "\"".repeat(7_000)).statusCode())
                    .isEqualTo(200);
        }
    }

    private static String remaining(HttpResponse<String> response) {
        return response.headers().firstValue("X-RateLimit-Remaining").orElse(null);
    }
}
