package io.github.ratelimit.internal.method;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/** Finds and calls the method that stands in for a refused one. */
final class Fallbacks {

    private Fallbacks() {}

    /**
     * The method of this name in the same class, with the same parameters and a result that fits.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Method find(String name, Method method, Class<?> type) {
        Method fallback = ReflectionUtils.findMethod(type, name, method.getParameterTypes());
        if (fallback == null) {
            throw new IllegalArgumentException("there is no fallback method " + name + " with the parameters "
                    + Arrays.stream(method.getParameterTypes())
                            .map(Class::getSimpleName)
                            .toList());
        }
        boolean fits = method.getReturnType() == void.class
                || method.getReturnType().isAssignableFrom(fallback.getReturnType());
        if (!fits) {
            throw new IllegalArgumentException("the fallback method " + name + " returns "
                    + fallback.getReturnType().getSimpleName() + ", not "
                    + method.getReturnType().getSimpleName());
        }
        ReflectionUtils.makeAccessible(fallback);
        return fallback;
    }

    /** Calls it; what it throws is thrown. */
    static @Nullable Object call(Method fallback, Object target, @Nullable Object[] arguments) throws Throwable {
        try {
            return fallback.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getTargetException();
        }
    }
}
