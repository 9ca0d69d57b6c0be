package io.github.ratelimit.internal.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An answer as {@code application/problem+json} (RFC 9457), written without a JSON library: an application may have any
 * or none. Holds no text that a caller sent.
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
        if (response.isCommitted()) {
            return; // the caller has its answer already
        }
        response.resetBuffer();
        byte[] body = json().getBytes(UTF_8);
        response.setStatus(status);
        response.setContentType("application/problem+json");
        response.setHeader("Cache-Control", "no-store");
        if (retryAfter != null) {
            response.setHeader("Retry-After", Long.toString(retryAfter));
        }
        response.setContentLength(body.length);
        write(body, response);
    }

    /** A handler that was refused midway may have asked for the writer; the body is ASCII, so that does as well. */
    private static void write(byte[] body, HttpServletResponse response) throws IOException {
        try {
            response.getOutputStream().write(body);
        } catch (IllegalStateException writerInUse) {
            response.getWriter().write(new String(body, UTF_8));
        }
    }

    String json() {
        StringBuilder json = new StringBuilder(256)
                .append("{\"type\":")
                .append(quoted(type))
                .append(",\"title\":")
                .append(quoted(title))
                .append(",\"status\":")
                .append(status)
                .append(",\"detail\":")
                .append(quoted(detail));
        if (!violatedPolicies.isEmpty()) {
            json.append(violatedPolicies.stream()
                    .map(Problem::quoted)
                    .collect(Collectors.joining(",", ",\"violated-policies\":[", "]")));
        }
        if (retryAfter != null) {
            json.append(",\"retry-after\":").append(retryAfter);
        }
        return json.append('}').toString();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '"' || character == '\\') {
                quoted.append('\\');
            }
            quoted.append(character < ' ' ? ' ' : character);
        }
        return quoted.append('"').toString();
    }
}
