package io.github.ratelimit.internal.method;

import io.github.ratelimit.RateLimited;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ReflectionUtils;

/**
 * Whether the annotation stands anywhere in a class or in what it inherits. Looks at what each class declares, and at each
 * class once for all beans: to look for a method's annotations in all that it overrides takes a start several times as long.
 */
final class Mentions {

    private final Map<Class<?>, Boolean> known = new ConcurrentHashMap<>();

    boolean in(Class<?> type) {
        if (!AnnotationUtils.isCandidateClass(type, RateLimited.class)) {
            return false; // the JDK's
        }
        Boolean found = known.get(type);
        if (found == null) {
            found = declaredIn(type) || inherited(type);
            known.put(type, found);
        }
        return found;
    }

    private boolean inherited(Class<?> type) {
        Class<?> superclass = type.getSuperclass();
        if (superclass != null && in(superclass)) {
            return true;
        }
        for (Class<?> each : type.getInterfaces()) {
            if (in(each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean declaredIn(Class<?> type) {
        if (isOn(type)) {
            return true;
        }
        for (Method method : ReflectionUtils.getDeclaredMethods(type)) {
            if (isOn(method)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOn(AnnotatedElement element) {
        return MergedAnnotations.from(element).isPresent(RateLimited.class);
    }
}
