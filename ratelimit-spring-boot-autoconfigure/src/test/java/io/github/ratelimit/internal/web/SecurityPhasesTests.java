package io.github.ratelimit.internal.web;

import static io.github.ratelimit.testing.RunningApplication.basic;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.testing.RunningApplication;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The two phases around Spring Security, through a real server. */
@ExtendWith(OutputCaptureExtension.class)
class SecurityPhasesTests {

    private static RunningApplication application;

    @BeforeAll
    static void start() {
        application = RunningApplication.start(
                WebApplication.Secured.class,
                "ratelimit.policies.user.paths=/a/b",
                "ratelimit.policies.user.key=principal | header:X-Guest",
                "ratelimit.policies.user.on-missing-key=skip",
                "ratelimit.policies.user.limit=2/1h",
                "ratelimit.policies.password.paths=/private",
                "ratelimit.policies.password.key=header:X-Try",
                "ratelimit.policies.password.on-missing-key=skip",
                "ratelimit.policies.password.phase=before-security",
                "ratelimit.policies.password.limit=2/1h",
                "ratelimit.policies.later.paths=/private",
                "ratelimit.policies.later.key=global",
                "ratelimit.policies.later.limit=1/1h",
                "ratelimit.policies.logout.paths=/logout",
                "ratelimit.policies.logout.limit=1/1h",
                "ratelimit.policies.address.paths=/form",
                "ratelimit.policies.address.key=ip",
                "ratelimit.policies.address.limit=10/1h",
                "ratelimit.policies.inner.paths=/form",
                "ratelimit.policies.inner.key=global",
                "ratelimit.policies.inner.limit=3/1h",
                "ratelimit.policies.inner.expose=true",
                "ratelimit.policies.service.limit=1/1h",
                "ratelimit.policies.filtered.limit=1/1h");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void limitsByUserAndKeepsUsersApart() {
        String[] ana = basic("ana", "a");

        assertThat(remaining(application.get("/a/b", ana))).isEqualTo("1");
        assertThat(remaining(application.get("/a/b", ana))).isEqualTo("0");
        assertThat(application.get("/a/b", ana).statusCode()).isEqualTo(429);
        assertThat(remaining(application.get("/a/b", basic("ben", "b")))).isEqualTo("1");
    }

    @Test
    void keepsAnAlternativesValuesApartFromTheFirstOnes() {
        assertThat(remaining(application.get("/a/b", "X-Guest", "someone"))).isEqualTo("1");
        assertThat(remaining(application.get("/a/b", "X-Guest", "ana"))).isEqualTo("1");
    }

    @Test
    void protectsThePasswordCheckBeforeSecurityAndChargesNothingAfterIt() {
        String[] wrong = Stream.concat(Stream.of(basic("ana", "wrong")), Stream.of("X-Try", "t"))
                .toArray(String[]::new);
        assertThat(application.get("/private", wrong).statusCode()).isEqualTo(401);
        assertThat(application.get("/private", wrong).statusCode()).isEqualTo(401);
        assertThat(application.get("/private", wrong).statusCode()).isEqualTo(429);

        assertThat(application.get("/private", basic("ana", "a")).statusCode())
                .as("the policy behind security was not charged by the 401s")
                .isEqualTo(200);
        assertThat(application.get("/private", basic("ana", "a")).statusCode()).isEqualTo(429);
    }

    @Test
    void warnsOnceWhenSecurityAnswersWhatAPolicyBehindItShouldLimit(CapturedOutput output) {
        application.get("/private");
        assertThat(output).as("a 401").doesNotContain("'later' was not asked");
        assertThat(application.send("POST", "/logout").statusCode()).isEqualTo(204);
        application.send("POST", "/logout");
        assertThat(application.get("/a/b;x=1").statusCode())
                .as("by the firewall")
                .isEqualTo(400);

        assertThat(output).doesNotContain("policy 'user' was not asked");
        assertThat(output)
                .containsOnlyOnce(
                        "Spring Security answered a request to [/logout] itself, so rate limit policy 'logout' "
                                + "was not asked. To limit such requests give them a policy with phase: before-security and a key without principal");
    }

    @Test
    void showsTheTightestLimitOverBothPhases() {
        HttpResponse<String> response = application.get("/form");

        assertThat(response.headers().firstValue("RateLimit-Policy")).contains("\"inner\";q=3;w=3600");
        assertThat(response.headers().allValues("RateLimit-Policy")).hasSize(1);
        assertThat(remaining(response)).isEqualTo("2");
    }

    private static String remaining(HttpResponse<String> response) {
        return response.headers().firstValue("X-RateLimit-Remaining").orElse("none, status " + response.statusCode());
    }
}
