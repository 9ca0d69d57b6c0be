package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.key.KeyText;
import io.github.ratelimit.internal.key.UnreadableValueException;
import io.github.ratelimit.web.RateLimitKeyResolver;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Enumeration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerMapping;

/** Reads the values of keys from requests. Expressions are parsed and beans found once. */
public final class RequestValues {

    private final ClientAddress clientAddress;
    private final RequestBeans beans;
    private final Map<String, RequestExpression> expressions = new ConcurrentHashMap<>();
    private final Map<String, RateLimitKeyResolver> resolvers = new ConcurrentHashMap<>();

    /** Reads addresses and finds resolvers this way. */
    public RequestValues(ClientAddress clientAddress, RequestBeans beans) {
        this.clientAddress = clientAddress;
        this.beans = beans;
    }

    /**
     * Parses and finds what a part of a key needs.
     *
     * @throws IllegalArgumentException if that cannot be
     */
    public void prepare(KeyPart part) {
        switch (part.kind()) {
            case BEAN -> resolver(part.name());
            case SPEL -> expression(part.name());
            default -> {
                // nothing to prepare
            }
        }
    }

    @Nullable
    String of(KeyPart part, HttpServletRequest request) {
        return switch (part.kind()) {
            case PRINCIPAL -> {
                Principal principal = request.getUserPrincipal();
                yield principal == null ? null : principal.getName();
            }
            case IP -> clientAddress.of(request);
            case GLOBAL -> "global";
            case HEADER -> only(request.getHeaders(part.name()));
            case COOKIE -> cookie(request, part.name());
            case PARAM -> only(request.getParameterValues(part.name()));
            case PATH -> pathVariable(request, part.name());
            case BEAN -> resolver(part.name()).resolve(request);
            case SPEL -> KeyText.of(expression(part.name()).evaluate(request));
        };
    }

    /**
     * The one value. Of several, the limiter would take one and the application perhaps another, or all of them: a client
     * could have a fresh quota for each addition.
     */
    private static @Nullable String only(String @Nullable [] values) {
        if (values != null && values.length > 1) {
            throw new UnreadableValueException("given once");
        }
        return values == null || values.length == 0 ? null : values[0];
    }

    private static @Nullable String only(@Nullable Enumeration<String> values) {
        if (values == null || !values.hasMoreElements()) {
            return null;
        }
        String first = values.nextElement();
        if (values.hasMoreElements()) {
            throw new UnreadableValueException("given once");
        }
        return first;
    }

    private static @Nullable String cookie(HttpServletRequest request, String name) {
        Cookie[] cookies = request.getCookies();
        if (cookies != null) {
            for (Cookie cookie : cookies) {
                if (cookie.getName().equals(name)) {
                    return cookie.getValue();
                }
            }
        }
        return null;
    }

    /** Of the handler's pattern, for annotated methods; the filter has the policy's own. */
    private static @Nullable String pathVariable(HttpServletRequest request, String name) {
        return request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE) instanceof Map<?, ?> variables
                        && variables.get(name) instanceof String value
                ? value
                : null;
    }

    private RateLimitKeyResolver resolver(String name) {
        return resolvers.computeIfAbsent(name, bean -> beans.get(bean, RateLimitKeyResolver.class));
    }

    private RequestExpression expression(String text) {
        return expressions.computeIfAbsent(text, RequestExpression::parse);
    }
}
