package io.github.ratelimit.internal.method;

import io.github.ratelimit.RateLimited;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Ahead of time: fallback methods are called by reflection. Their names may be placeholders, so all methods beside them are named. */
public final class FallbackHints implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
        return hasFallback(type)
                ? (generation, code) ->
                        register(type, generation.getRuntimeHints().reflection())
                : null;
    }

    private static boolean hasFallback(Class<?> type) {
        if (!AnnotationUtils.isCandidateClass(type, RateLimited.class)) {
            return false;
        }
        for (Method method : ReflectionUtils.getUniqueDeclaredMethods(type)) {
            for (RateLimited annotation :
                    AnnotatedElementUtils.findMergedRepeatableAnnotations(method, RateLimited.class)) {
                if (!annotation.fallbackMethod().isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static void register(Class<?> type, ReflectionHints hints) {
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            hints.registerType(each, MemberCategory.INVOKE_DECLARED_METHODS);
        }
    }
}
