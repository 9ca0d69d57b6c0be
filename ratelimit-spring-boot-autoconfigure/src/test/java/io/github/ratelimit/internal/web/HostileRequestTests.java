package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimited;
import io.github.ratelimit.testing.RunningApplication;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.UrlHandlerFilter;

/** Requests that try to evade a limit, or to make the limiter itself fail. */
@ExtendWith(OutputCaptureExtension.class)
class HostileRequestTests {

    record Body(String phone) {}

    static class Limited {

        @RateLimited(policy = "method", key = "#body.phone()")
        public String ofNull(Body body) {
            return "ok";
        }
    }

    @RestController
    @Import(Limited.class)
    static class MoreHandlers {

        private final Limited limited;
        private final WebApplication.Service service;

        MoreHandlers(Limited limited, WebApplication.Service service) {
            this.limited = limited;
            this.service = service;
        }

        @GetMapping("/null")
        String ofNull() {
            return limited.ofNull(null);
        }

        @GetMapping("/writer")
        void writer(HttpServletResponse response, @RequestParam String name) throws IOException {
            response.getWriter().write("half an answer to " + name);
            service.limited("writer");
        }

        @GetMapping("/entry")
        void forward(HttpServletRequest request, HttpServletResponse response) throws Exception {
            request.getRequestDispatcher("/form").forward(request, response);
        }
    }

    @Import({WebApplication.Plain.class, MoreHandlers.class})
    static class Application {

        @Bean
        UrlHandlerFilter trailingSlash() {
            return UrlHandlerFilter.trailingSlashHandler("/a/**").wrapRequest().build();
        }
    }

    private static RunningApplication application;

    @BeforeAll
    static void start() {
        application = RunningApplication.start(
                Application.class,
                "management.endpoints.web.base-path=/manage/",
                "management.endpoint.health.probes.enabled=true",
                "management.endpoint.health.probes.add-additional-paths=true",
                "ratelimit.policies.param.paths=/a/b",
                "ratelimit.policies.param.key=param:user",
                "ratelimit.policies.param.on-missing-key=skip",
                "ratelimit.policies.param.limit=3/1h",
                "ratelimit.policies.header.paths=/a/b",
                "ratelimit.policies.header.key=header:X-Api-Key",
                "ratelimit.policies.header.on-missing-key=skip",
                "ratelimit.policies.header.limit=3/1h",
                "ratelimit.policies.form.paths=/form",
                "ratelimit.policies.form.key=header:X-Form",
                "ratelimit.policies.form.on-missing-key=skip",
                "ratelimit.policies.form.limit=3/1h",
                "ratelimit.policies.all.paths=/**",
                "ratelimit.policies.all.key=header:X-All",
                "ratelimit.policies.all.on-missing-key=skip",
                "ratelimit.policies.all.limit=1/1h",
                "ratelimit.policies.method.limit=100/1h",
                "ratelimit.policies.service.limit=1/1h",
                "ratelimit.policies.filtered.limit=1/1h");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void aValueThatIsGivenTwiceIsABadRequest() {
        assertThat(application.post("/a/b?user=fresh1", "user=victim").statusCode())
                .isEqualTo(400);
        HttpResponse<String> twice = application.get("/a/b", "X-Api-Key", "k", "X-Api-Key", "fresh");
        assertThat(twice.statusCode()).isEqualTo(400);
        assertThat(twice.body()).contains("policy 'header': the key's value is not given once");
    }

    @Test
    void nothingOnTheWayToAKeyMakesItMissing() {
        HttpResponse<String> response = application.get("/null");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    @Test
    void aRefusalInTheMiddleOfAnAnswerReplacesIt() {
        application.get("/writer?name=x");
        HttpResponse<String> refused = application.get("/writer?name=x");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).startsWith("{\"type\":").contains("\"violated-policies\":[\"service\"]");
    }

    @Test
    void aForwardIsDecidedForThePoliciesThatWereNotAskedYet() {
        for (int i = 0; i < 3; i++) {
            assertThat(application.get("/entry", "X-Form", "f").statusCode()).isEqualTo(200);
        }
        assertThat(application.get("/entry", "X-Form", "f").statusCode()).isEqualTo(429);
        assertThat(application.get("/entry", "X-All", "f").statusCode())
                .as("asked once")
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /a/b;%zz HTTP/1.1", "POST /a;%/b HTTP/1.1"})
    void aPathThatNobodyCanReadIsABadRequest(String requestLine, CapturedOutput output) throws IOException {
        assertThat(raw(requestLine)).startsWith("HTTP/1.1 400");
        assertThat(output).doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/manage/health", "/livez", "/readyz"})
    void probesAreExemptWhereverTheyAre(String path) {
        for (int i = 0; i < 3; i++) {
            assertThat(application.get(path, "X-All", "probe").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aFilterThatRewritesPathsTooLateIsWarnedOf(CapturedOutput output) {
        assertThat(output).containsOnlyOnce("UrlHandlerFilter 'trailingSlash' rewrites paths after rate limits");
    }

    private static String raw(String requestLine) throws IOException {
        List<String> lines = List.of(requestLine, "Host: localhost", "Content-Length: 0", "Connection: close", "", "");
        try (Socket socket = new Socket("127.0.0.1", application.port())) {
            socket.getOutputStream().write(String.join("\r\n", lines).getBytes(StandardCharsets.US_ASCII));
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            socket.getInputStream().transferTo(answer);
            return answer.toString(StandardCharsets.US_ASCII);
        }
    }
}
