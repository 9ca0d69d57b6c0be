package io.github.ratelimit.web;

import io.github.ratelimit.RateLimitDecision;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Answers a request that limits refused, or that they could not decide. A bean of this type answers instead of the
 * built-in 429 and 503. The headers that tell the limit, and those of CORS, are set already.
 */
@FunctionalInterface
public interface RateLimitRejectionHandler {

    /**
     * Writes status, headers and body. Names a policy only if it is
     * {@linkplain io.github.ratelimit.RateLimitPolicy#expose() exposed}.
     */
    void handle(HttpServletRequest request, HttpServletResponse response, RateLimitDecision decision)
            throws IOException, ServletException;
}
