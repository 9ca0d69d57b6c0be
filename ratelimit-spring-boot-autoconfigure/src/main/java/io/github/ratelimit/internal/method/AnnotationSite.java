package io.github.ratelimit.internal.method;

import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Where annotations stand.
 *
 * @param method the method that they limit
 * @param type the bean's class
 * @param ofType whether they stand at the type, and mean all of its methods together
 */
record AnnotationSite(Method method, Class<?> type, boolean ofType) {

    /** What a policy's name is derived from. */
    String shortName() {
        return ofType ? type.getSimpleName() : methodName();
    }

    /** Class and method. */
    String methodName() {
        return type.getSimpleName() + "." + method.getName();
    }

    /** What tells one definition of a policy from another. */
    String definition() {
        return ofType ? type.getName() : toString();
    }

    /** Whatever the reader reads; what is wrong stops the start, naming the method. */
    <T> T read(Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException wrong) {
            throw new RateLimitConfigurationException(
                    "@RateLimited on " + this, null, String.valueOf(wrong.getMessage()));
        }
    }

    /** The method with its parameters, for people. */
    @Override
    public String toString() {
        return type.getName() + "." + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }
}
