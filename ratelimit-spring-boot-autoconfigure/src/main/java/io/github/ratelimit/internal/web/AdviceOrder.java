package io.github.ratelimit.internal.web;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.springframework.context.ApplicationContext;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/**
 * Where an advice of ours stands among the application's: before unordered ones, so that a catch-all does not turn a
 * refusal into a 500; behind all of them when one of them names the exception, which then wins.
 */
final class AdviceOrder {

    private static final int BEFORE_UNORDERED = 0;

    private AdviceOrder() {}

    static int of(Class<? extends Throwable> exception, ApplicationContext context) {
        for (String name : context.getBeanNamesForAnnotation(ControllerAdvice.class)) {
            Class<?> type = context.getType(name, false);
            if (type != null && !isOurs(type) && names(ClassUtils.getUserClass(type), exception)) {
                return Ordered.LOWEST_PRECEDENCE;
            }
        }
        return BEFORE_UNORDERED;
    }

    private static boolean isOurs(Class<?> type) {
        return type == RateLimitExceededAdvice.class || type == InvalidCheckAdvice.class;
    }

    private static boolean names(Class<?> advice, Class<? extends Throwable> exception) {
        return !MethodIntrospector.selectMethods(advice, (MethodIntrospector.MetadataLookup<Boolean>)
                        method -> names(method, exception) ? true : null)
                .isEmpty();
    }

    private static boolean names(Method method, Class<? extends Throwable> exception) {
        ExceptionHandler handler = AnnotatedElementUtils.findMergedAnnotation(method, ExceptionHandler.class);
        if (handler == null) {
            return false;
        }
        Class<?>[] named = handler.value().length > 0 ? handler.value() : method.getParameterTypes();
        return Arrays.asList(named).contains(exception);
    }
}
