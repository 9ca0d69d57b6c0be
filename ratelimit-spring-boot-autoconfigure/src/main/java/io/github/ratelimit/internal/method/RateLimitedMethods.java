package io.github.ratelimit.internal.method;

import io.github.ratelimit.RateLimited;
import io.github.ratelimit.internal.limiter.Policies;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * The annotations of all beans, each class read once when its first bean is made. What can be seen to be wrong then stops
 * the start.
 */
public final class RateLimitedMethods {

    private final Supplier<AnnotationPolicies> policies;
    private final Map<Class<?>, Map<Method, RateLimitedMethod>> byClass = new ConcurrentHashMap<>();
    private final Mentions mentions = new Mentions();

    /** Reads annotations; asks for the policies at the first one. */
    public RateLimitedMethods(Supplier<Policies> policies, Environment environment) {
        this.policies = SingletonSupplier.of(() -> new AnnotationPolicies(policies.get(), environment));
    }

    /** Whether a class has annotated methods: most have none, and then no method of theirs is looked at one by one. */
    boolean hasAny(Class<?> targetClass) {
        Class<?> type = ClassUtils.getUserClass(targetClass);
        return mentions.in(type) && !of(type).isEmpty();
    }

    /** The annotations of a method; null if it has none. */
    @Nullable
    RateLimitedMethod of(Method method, Class<?> targetClass) {
        Class<?> type = ClassUtils.getUserClass(targetClass);
        Map<Method, RateLimitedMethod> methods = of(type);
        RateLimitedMethod found = methods.get(AopUtils.getMostSpecificMethod(method, type));
        // A JDK proxy (an HTTP interface, say) has no method of its own: its interface's counts.
        return found != null ? found : methods.get(method);
    }

    private Map<Method, RateLimitedMethod> of(Class<?> type) {
        Map<Method, RateLimitedMethod> methods = byClass.get(type);
        if (methods == null) {
            methods = read(type);
            byClass.put(type, methods);
        }
        return methods;
    }

    private Map<Method, RateLimitedMethod> read(Class<?> type) {
        Set<RateLimited> onType = AnnotatedElementUtils.findMergedRepeatableAnnotations(type, RateLimited.class);
        return MethodIntrospector.selectMethods(
                type, (MethodIntrospector.MetadataLookup<RateLimitedMethod>) method -> read(method, type, onType));
    }

    private @Nullable RateLimitedMethod read(Method method, Class<?> type, Set<RateLimited> onType) {
        Set<RateLimited> onMethod = AnnotatedElementUtils.findMergedRepeatableAnnotations(method, RateLimited.class);
        boolean ofType = onMethod.isEmpty();
        if (ofType && !isReachedByTypeAnnotation(method)) {
            return null;
        }
        Set<RateLimited> annotations = ofType ? onType : onMethod;
        if (annotations.isEmpty()) {
            return null;
        }
        AnnotationSite site = new AnnotationSite(method, type, ofType);
        return site.read(() -> read(annotations, site));
    }

    private static boolean isReachedByTypeAnnotation(Method method) {
        return !Modifier.isPrivate(method.getModifiers())
                && !Modifier.isStatic(method.getModifiers())
                && !method.isSynthetic()
                && !ReflectionUtils.isEqualsMethod(method)
                && !ReflectionUtils.isHashCodeMethod(method)
                && !ReflectionUtils.isToStringMethod(method);
    }

    private RateLimitedMethod read(Set<RateLimited> annotations, AnnotationSite site) {
        Misuse.checkProxiable(site.method());
        List<AnnotatedCheck> checks =
                annotations.stream().map(annotation -> read(annotation, site)).toList();
        Misuse.checkTogether(checks);
        return new RateLimitedMethod(site.methodName(), checks, fallback(annotations, site));
    }

    private AnnotatedCheck read(RateLimited annotation, AnnotationSite site) {
        AnnotationPolicies finder = policies.get();
        AnnotatedCheck check = new AnnotatedCheck(
                finder.find(annotation, site),
                expression(finder.text(annotation.key()), site),
                expression(finder.text(annotation.cost()), site),
                List.of(annotation.refundFor()));
        Misuse.check(check, site);
        return check;
    }

    private static @Nullable MethodExpression expression(String text, AnnotationSite site) {
        return text.isEmpty() ? null : MethodExpression.parse(text, site.method());
    }

    private @Nullable Method fallback(Set<RateLimited> annotations, AnnotationSite site) {
        List<String> names = annotations.stream()
                .map(annotation -> policies.get().text(annotation.fallbackMethod()))
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
        if (names.size() > 1) {
            throw new IllegalArgumentException("one refusal cannot have several fallback methods: " + names);
        }
        return names.isEmpty() ? null : Fallbacks.find(names.get(0), site.method(), site.type());
    }
}
