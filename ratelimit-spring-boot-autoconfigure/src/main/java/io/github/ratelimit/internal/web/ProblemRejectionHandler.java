package io.github.ratelimit.internal.web;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.web.RateLimitRejectionHandler;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers 429, or 503 when the limiter itself could not decide. Tells no key and nothing of the store. */
public final class ProblemRejectionHandler implements RateLimitRejectionHandler {

    private static final String TYPES = "https://iana.org/assignments/http-problem-types#";

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, RateLimitDecision decision)
            throws IOException {
        problem(decision).write(response);
    }

    static Problem problem(RateLimitDecision decision) {
        List<String> violated = decision.results().stream()
                .filter(Result::refuses)
                .filter(result -> result.policy().expose())
                .map(result -> result.policy().name())
                .toList();
        @Nullable
        Long retryAfter = decision.retryAfter()
                .map(wait -> Math.max(1, RateLimitHeaders.seconds(wait)))
                .orElse(null);
        if (decision.outcome() == Outcome.UNAVAILABLE) {
            return new Problem(
                    503,
                    TYPES + "temporary-reduced-capacity",
                    "Service Unavailable",
                    "The limit of this request cannot be checked at the moment." + advice(retryAfter),
                    violated,
                    retryAfter);
        }
        String detail =
                retryAfter == null ? "The request costs more than its limit ever allows." : "Too many requests.";
        return new Problem(
                429, TYPES + "quota-exceeded", "Too Many Requests", detail + advice(retryAfter), violated, retryAfter);
    }

    private static String advice(@Nullable Long retryAfter) {
        return retryAfter == null ? "" : " Try again in " + retryAfter + " s.";
    }
}
