package io.github.ratelimit.web;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Finds the value of a key that no built-in kind finds. A bean of this type is named in a policy: {@code key: bean:tenant}.
 * Asked once a request and policy, so it must be quick, and safe for all threads.
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
