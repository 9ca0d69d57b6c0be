package io.github.ratelimit.internal.web;

import io.github.ratelimit.InvalidRateLimitCheckException;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.web.RateLimitRejectionHandler;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;

/** Tells a caller that its request goes no further, in a way that a browser can read. */
public final class Refusals {

    private static final String UNNAMED = "A value that this request is limited by is missing or cannot be read.";

    private final RateLimitRejectionHandler handler;
    private final RefusalCors cors;
    private final Policies policies;

    /** Answers through the handler. */
    public Refusals(RateLimitRejectionHandler handler, RefusalCors cors, Policies policies) {
        this.handler = handler;
        this.cors = cors;
        this.policies = policies;
    }

    /** 429 or 503, for a filter: no handler of MVC has run. */
    void refuse(HttpServletRequest request, HttpServletResponse response, RateLimitDecision decision)
            throws IOException, ServletException {
        FilterChain refusal = (sameRequest, sameResponse) -> handler.handle(request, response, decision);
        cors.answer(request, response, refusal);
    }

    /** 400, for a filter. */
    void badRequest(HttpServletRequest request, HttpServletResponse response, InvalidRateLimitCheckException invalid)
            throws IOException, ServletException {
        cors.answer(
                request,
                response,
                (sameRequest, sameResponse) -> badRequest(invalid).write(response));
    }

    /** 400 for a path that nobody can read. */
    void unreadable(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException {
        Problem problem = new Problem(400, "about:blank", "Bad Request", "The path cannot be read.", List.of(), null);
        cors.answer(request, response, (sameRequest, sameResponse) -> problem.write(response));
    }

    /** 429 or 503 within MVC, which has applied CORS already. */
    void refuseWithinMvc(HttpServletRequest request, HttpServletResponse response, RateLimitDecision decision)
            throws IOException, ServletException {
        handler.handle(request, response, decision);
    }

    /** 400 within MVC. */
    void badRequestWithinMvc(HttpServletResponse response, InvalidRateLimitCheckException invalid) throws IOException {
        badRequest(invalid).write(response);
    }

    private Problem badRequest(InvalidRateLimitCheckException invalid) {
        ActivePolicy policy = policies.find(invalid.policy());
        boolean exposed = policy != null && policy.policy().expose();
        String detail = exposed ? String.valueOf(invalid.getMessage()) : UNNAMED;
        return new Problem(400, "about:blank", "Bad Request", detail, List.of(), null);
    }
}
