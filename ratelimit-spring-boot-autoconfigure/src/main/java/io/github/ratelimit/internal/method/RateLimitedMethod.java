package io.github.ratelimit.internal.method;

import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The annotations of one method, read.
 *
 * @param name class and method, for logs: {@code OtpService.send}
 * @param checks one an annotation
 * @param fallback what is called instead when they refuse; null: an exception is thrown
 */
record RateLimitedMethod(
        String name, List<AnnotatedCheck> checks, @Nullable Method fallback) {

    /** Copies the list. */
    RateLimitedMethod {
        checks = List.copyOf(checks);
    }

    /** Whether an exception of the method gives the permits of this policy back. */
    boolean refunds(String policy, Throwable failure) {
        for (AnnotatedCheck check : checks) {
            if (check.policy().name().equals(policy) && check.refunds(failure)) {
                return true;
            }
        }
        return false;
    }
}
