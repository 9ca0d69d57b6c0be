package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.web.RouteMatcher.Match;
import io.github.ratelimit.internal.web.RouteMatcher.UnreadablePathException;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns, once a policy, when Spring Security answered a request itself (a login form, say) whose policies stand behind
 * it: they were never asked and limit nothing there. A 4xx is no such answer: nothing was to be had. Stands directly
 * before Spring Security.
 */
public final class UnaskedPolicyWarning implements Filter {

    private static final Logger log = LoggerFactory.getLogger(UnaskedPolicyWarning.class);

    private final RouteMatcher afterSecurity;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    /** Watches over the routes behind Spring Security. */
    public UnaskedPolicyWarning(RouteMatcher afterSecurity) {
        this.afterSecurity = afterSecurity;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        chain.doFilter(request, response);
        if (request instanceof HttpServletRequest http
                && response instanceof HttpServletResponse answer
                && !RateLimitFilter.hasSeen(http, Phase.AFTER_SECURITY)
                && answer.getStatus() < HttpServletResponse.SC_BAD_REQUEST) {
            warnOfAll(http);
        }
    }

    private void warnOfAll(HttpServletRequest request) {
        try {
            for (Match match : afterSecurity.matching(request)) {
                warn(match.route().route());
            }
        } catch (UnreadablePathException noPath) {
            log.debug("No policy has an unreadable path", noPath);
        }
    }

    private static boolean needsUser(Route route) {
        return route.policy().keyRule().expression().parts().contains(KeyPart.PRINCIPAL);
    }

    /** Names the configured paths, not what the caller sent. */
    private void warn(Route route) {
        String policy = route.policy().name();
        if (warned.add(policy)) {
            log.warn(
                    "Spring Security answered a request to {} itself, so rate limit policy '{}' was not asked. "
                            + "To limit such requests give them a policy with phase: before-security{}",
                    route.paths(),
                    policy,
                    needsUser(route) ? " and a key without principal" : "");
        }
    }
}
