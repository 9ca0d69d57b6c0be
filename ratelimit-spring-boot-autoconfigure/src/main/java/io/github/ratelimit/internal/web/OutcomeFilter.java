package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.limiter.Outcomes;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Applies a request's final status to its charges. Stands around all other filters, so that it sees what Spring Security
 * answers as well; sees async dispatches and error pages too. {@link RequestEndListener} has what no filter sees.
 */
public final class OutcomeFilter implements Filter {

    private final Outcomes outcomes;

    /** Applies statuses to these. */
    public OutcomeFilter(Outcomes outcomes) {
        this.outcomes = outcomes;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!(request instanceof HttpServletRequest http && response instanceof HttpServletResponse answer)) {
            chain.doFilter(request, response);
            return;
        }
        RequestEnd end = RequestEnd.of(http, answer, outcomes);
        try {
            chain.doFilter(request, end.dispatched(http, answer));
        } catch (IOException | ServletException | RuntimeException | Error failure) {
            end.failed(http);
            throw failure;
        }
        end.returned(http);
    }
}
