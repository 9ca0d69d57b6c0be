package io.github.ratelimit.faults;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.filter.OncePerRequestFilter;

/** Tells the caller in a header what decided its request. */
@Order(Ordered.HIGHEST_PRECEDENCE)
public class DecidedBy extends OncePerRequestFilter implements RateLimitListener {

    static final String HEADER = "X-Decided-By";

    private final ThreadLocal<HttpServletResponse> current = new ThreadLocal<>();

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        current.set(response);
        try {
            chain.doFilter(request, response);
        } finally {
            current.remove();
        }
    }

    @Override
    public void onDecision(RateLimitDecision decision) {
        String basis = decision.results().get(0).basis().name();
        current.get().setHeader(HEADER, basis.toLowerCase(Locale.ROOT));
    }
}
