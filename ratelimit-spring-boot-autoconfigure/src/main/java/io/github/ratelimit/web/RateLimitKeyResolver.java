package io.github.ratelimit.web;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Finds the value of a key that no built-in kind finds. A bean of this type is named in a policy: {@code key: bean:tenant}.
 * May be asked several times a request: be quick, and safe for all threads. What it throws fails the request.
 */
@FunctionalInterface
public interface RateLimitKeyResolver {

    /**
     * The value, taken for proven: return nothing that the caller could have invented. Null or blank makes the key
     * missing.
     */
    @Nullable
    String resolve(HttpServletRequest request);
}
