package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.limiter.Costs;
import jakarta.servlet.http.HttpServletRequest;

/** How many permits a request takes. */
@FunctionalInterface
interface RequestCost {

    /**
     * The permits.
     *
     * @throws io.github.ratelimit.InvalidRateLimitCheckException if an expression gives no whole number within bounds
     */
    long of(HttpServletRequest request);

    /**
     * Reads a number or {@code spel:EXPRESSION}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    static RequestCost parse(String text, String policy) {
        if (text.startsWith("spel:")) {
            RequestExpression expression = RequestExpression.parse(text.substring("spel:".length()));
            return request -> Costs.permits(policy, expression.evaluate(request));
        }
        long fixed = Long.parseLong(text);
        return request -> fixed;
    }
}
