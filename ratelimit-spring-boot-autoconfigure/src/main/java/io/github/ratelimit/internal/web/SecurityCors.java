package io.github.ratelimit.internal.web;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.filter.CorsFilter;

/** The CORS filter within the chain that Spring Security has for a request. */
public final class SecurityCors implements RefusalCors.CorsFilterFinder {

    private static final Logger log = LoggerFactory.getLogger(SecurityCors.class);

    private final Filter springSecurityFilterChain;

    /** Looks into the bean {@code springSecurityFilterChain}. */
    public SecurityCors(Filter springSecurityFilterChain) {
        this.springSecurityFilterChain = springSecurityFilterChain;
    }

    @Override
    public @Nullable CorsFilter find(HttpServletRequest request) {
        if (!(springSecurityFilterChain instanceof FilterChainProxy proxy)) {
            return null;
        }
        for (SecurityFilterChain chain : proxy.getFilterChains()) {
            if (matches(chain, request)) {
                return corsFilter(chain);
            }
        }
        return null;
    }

    private static boolean matches(SecurityFilterChain chain, HttpServletRequest request) {
        try {
            return chain.matches(request);
        } catch (RuntimeException oddUrl) {
            // The firewall, which stands before the chains, would have refused this URL.
            log.debug("A security chain could not read the URL", oddUrl);
            return false;
        }
    }

    private static @Nullable CorsFilter corsFilter(SecurityFilterChain chain) {
        for (Filter filter : chain.getFilters()) {
            if (filter instanceof CorsFilter cors) {
                return cors;
            }
        }
        return null;
    }
}
