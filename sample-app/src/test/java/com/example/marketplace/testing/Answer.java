package com.example.marketplace.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.test.web.servlet.client.EntityExchangeResult;
import org.springframework.test.web.servlet.client.RestTestClient;

/** What came back. */
public record Answer(int status, HttpHeaders headers, String body) {

    static Answer of(RestTestClient.ResponseSpec response) {
        EntityExchangeResult<String> result = response.returnResult(String.class);
        String body = result.getResponseBody();
        return new Answer(result.getStatus().value(), result.getResponseHeaders(), body == null ? "" : body);
    }

    public String header(String name) {
        return headers.getFirst(name);
    }

    public <T> T json(String path) {
        return JsonPath.read(body, path);
    }

    /** Permits left, as the answer says. */
    public long remaining() {
        return Long.parseLong(header("X-RateLimit-Remaining"));
    }

    public Answer hasStatus(int expected) {
        assertThat(status).as("status of an answer with body %s", body).isEqualTo(expected);
        return this;
    }

    public Answer hasHeader(String name, String value) {
        assertThat(header(name)).as(name).isEqualTo(value);
        return this;
    }

    /** A 400 that tells what is wrong. */
    public void isBadRequestSaying(String text) {
        hasStatus(400).isProblem();
        assertThat(this.<String>json("$.detail")).contains(text);
    }

    /** A 429 that names these policies and no others, or none at all, and when to come again. */
    public Answer isRefusedBy(String... policies) {
        hasStatus(429).isProblem();
        assertThat(this.<String>json("$.type"))
                .isEqualTo("https://iana.org/assignments/http-problem-types#quota-exceeded");
        assertThat(this.<String>json("$.title")).isEqualTo("Too Many Requests");
        assertThat(this.<Integer>json("$.status")).isEqualTo(429);
        if (policies.length == 0) {
            assertThat(body).doesNotContain("violated-policies");
            assertThat(headers.headerNames()).noneMatch(name -> name.contains("RateLimit"));
        } else {
            assertThat(this.<List<String>>json("$.violated-policies")).containsExactly(policies);
        }
        tellsWhenToComeAgain();
        return this;
    }

    /** A 503 because a limit that is closed then cannot be decided. */
    public void isUnavailable() {
        hasStatus(503).isProblem();
        assertThat(this.<String>json("$.type"))
                .isEqualTo("https://iana.org/assignments/http-problem-types#temporary-reduced-capacity");
        tellsWhenToComeAgain();
    }

    private void isProblem() {
        assertThat(header("Content-Type")).startsWith("application/problem+json");
    }

    private void tellsWhenToComeAgain() {
        int seconds = Integer.parseInt(header("Retry-After"));
        assertThat(seconds).isPositive();
        assertThat(this.<Integer>json("$.retry-after")).isEqualTo(seconds);
        assertThat(header("Cache-Control")).contains("no-store");
    }
}
