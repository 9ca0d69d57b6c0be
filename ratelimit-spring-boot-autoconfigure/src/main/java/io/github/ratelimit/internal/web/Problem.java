package io.github.ratelimit.internal.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer as {@code application/problem+json} (RFC 9457). Small enough to need no JSON library: every text in it is
 * our own, and policy names hold nothing to escape.
 *
 * @param status HTTP status
 * @param type URI of the kind of problem
 * @param title the kind in words
 * @param detail this case in words
 * @param violatedPolicies names that may be told
 * @param retryAfter whole seconds; null: no use in trying again
 */
record Problem(
        int status,
        String type,
        String title,
        String detail,
        List<String> violatedPolicies,
        @Nullable Long retryAfter) {

    void write(HttpServletResponse response) throws IOException {
        byte[] body = json().getBytes(UTF_8);
        response.setStatus(status);
        response.setContentType("application/problem+json");
        response.setHeader("Cache-Control", "no-store");
        if (retryAfter != null) {
            response.setHeader("Retry-After", Long.toString(retryAfter));
        }
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    String json() {
        StringBuilder json = new StringBuilder(256)
                .append("{\"type\":\"")
                .append(type)
                .append("\",\"title\":\"")
                .append(title)
                .append("\",\"status\":")
                .append(status)
                .append(",\"detail\":\"")
                .append(detail)
                .append('"');
        if (!violatedPolicies.isEmpty()) {
            json.append(",\"violated-policies\":[\"")
                    .append(String.join("\",\"", violatedPolicies))
                    .append("\"]");
        }
        if (retryAfter != null) {
            json.append(",\"retry-after\":").append(retryAfter);
        }
        return json.append('}').toString();
    }
}
