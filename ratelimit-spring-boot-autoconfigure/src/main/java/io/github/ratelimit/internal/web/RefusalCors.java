package io.github.ratelimit.internal.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.cors.DefaultCorsProcessor;
import org.springframework.web.filter.CorsFilter;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Applies the application's own CORS configuration to a refusal, which never reaches the place that would have applied
 * it: the CORS filter of Spring Security or one of the application's, else what MVC has for the handler. Costs nothing
 * when a request passes, or has no {@code Origin}.
 */
public final class RefusalCors {

    private static final Logger log = LoggerFactory.getLogger(RefusalCors.class);

    private final CorsFilterFinder filters;
    private final Iterable<HandlerMapping> handlerMappings;
    private final DefaultCorsProcessor processor = new DefaultCorsProcessor() {
        @Override
        protected void rejectRequest(ServerHttpResponse response) {
            // A foreign origin keeps the refusal, without headers.
        }
    };

    /** Looks among these, in this order. */
    public RefusalCors(CorsFilterFinder filters, Iterable<HandlerMapping> handlerMappings) {
        this.filters = filters;
        this.handlerMappings = handlerMappings;
    }

    /** Finds the CORS filter that a request would have come to. */
    @FunctionalInterface
    public interface CorsFilterFinder {

        /** The filter, or null. */
        @Nullable
        CorsFilter find(HttpServletRequest request);

        /** This one's, else the other's. */
        default CorsFilterFinder or(CorsFilterFinder other) {
            return request -> {
                CorsFilter found = find(request);
                return found != null ? found : other.find(request);
            };
        }

        /** The first of these. */
        static CorsFilterFinder firstOf(List<CorsFilter> filters) {
            return request -> filters.isEmpty() ? null : filters.get(0);
        }
    }

    void answer(HttpServletRequest request, HttpServletResponse response, FilterChain refusal)
            throws IOException, ServletException {
        if (!CorsUtils.isCorsRequest(request) || response.containsHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN)) {
            refusal.doFilter(request, response);
            return;
        }
        CorsFilter filter = filters.find(request);
        if (filter != null) {
            filter.doFilter(request, response, refusal);
            return;
        }
        applyMvc(request, response);
        refusal.doFilter(request, response);
    }

    private void applyMvc(HttpServletRequest request, HttpServletResponse response) throws IOException {
        CorsConfigurationSource source = mvcSource(request);
        if (source != null) {
            processor.processRequest(source.getCorsConfiguration(request), request, response);
        }
    }

    private @Nullable CorsConfigurationSource mvcSource(HttpServletRequest request) {
        try {
            ServletRequestPathUtils.parseAndCache(request);
            for (HandlerMapping mapping : handlerMappings) {
                HandlerExecutionChain chain = mapping.getHandler(request);
                if (chain != null) {
                    return source(chain);
                }
            }
        } catch (Exception noHandler) {
            // MVC would answer this request with an error of its own (wrong method, media type): no CORS headers then.
            log.debug("No handler, so no CORS configuration", noHandler);
        } finally {
            ServletRequestPathUtils.clearParsedRequestPath(request);
        }
        return null;
    }

    private static @Nullable CorsConfigurationSource source(HandlerExecutionChain chain) {
        for (HandlerInterceptor interceptor : chain.getInterceptorList()) {
            if (interceptor instanceof CorsConfigurationSource source) {
                return source;
            }
        }
        return null;
    }
}
