package io.github.ratelimit.internal.method;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.RateLimited;
import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The annotations of all beans, each class read once when its first bean is made. What can be seen to be wrong then stops
 * the start.
 */
public final class RateLimitedMethods {

    private static final String ASYNC = "org.springframework.scheduling.annotation.Async";
    private static final Set<String> REACTIVE = Set.of(
            "org.reactivestreams.Publisher", "kotlinx.coroutines.flow.Flow", "java.util.concurrent.Flow$Publisher");
    private static final Set<KeyPart.Kind> WITHOUT_REQUEST = Set.of(KeyPart.Kind.GLOBAL);

    private final Supplier<Policies> policies;
    private final Environment environment;
    private final Map<Class<?>, Map<Method, RateLimitedMethod>> byClass = new ConcurrentHashMap<>();
    private volatile @Nullable AnnotationPolicies annotationPolicies;

    /** Reads annotations; asks for the policies at the first one. */
    public RateLimitedMethods(Supplier<Policies> policies, Environment environment) {
        this.policies = policies;
        this.environment = environment;
    }

    /** Whether a class can have annotated methods. */
    boolean isCandidate(Class<?> type) {
        return AnnotationUtils.isCandidateClass(type, RateLimited.class);
    }

    /** The annotations of a method; null if it has none. */
    @Nullable
    RateLimitedMethod of(Method method, Class<?> targetClass) {
        Class<?> type = ClassUtils.getUserClass(targetClass);
        Map<Method, RateLimitedMethod> methods = byClass.get(type);
        if (methods == null) {
            methods = read(type);
            byClass.put(type, methods);
        }
        RateLimitedMethod found = methods.get(AopUtils.getMostSpecificMethod(method, type));
        // A JDK proxy (an HTTP interface, say) has no method of its own: its interface's counts.
        return found != null ? found : methods.get(method);
    }

    private Map<Method, RateLimitedMethod> read(Class<?> type) {
        return MethodIntrospector.selectMethods(
                type, (MethodIntrospector.MetadataLookup<RateLimitedMethod>) method -> read(method, type));
    }

    private @Nullable RateLimitedMethod read(Method method, Class<?> type) {
        Set<RateLimited> onMethod = AnnotatedElementUtils.findMergedRepeatableAnnotations(method, RateLimited.class);
        boolean fromType = onMethod.isEmpty();
        if (fromType && !isReachedByTypeAnnotation(method)) {
            return null;
        }
        Set<RateLimited> annotations =
                fromType ? AnnotatedElementUtils.findMergedRepeatableAnnotations(type, RateLimited.class) : onMethod;
        if (annotations.isEmpty()) {
            return null;
        }
        String fullPlace = fromType ? type.getName() : type.getName() + "." + method.getName() + parameters(method);
        String place = type.getSimpleName() + (fromType ? "" : "." + method.getName());
        checkProxiable(method, fullPlace);
        List<AnnotatedCheck> checks = new ArrayList<>(annotations.size());
        for (RateLimited annotation : annotations) {
            checks.add(read(annotation, method, place, fullPlace));
        }
        return new RateLimitedMethod(checks, fallback(annotations, method, type, fullPlace));
    }

    private @Nullable Method fallback(Set<RateLimited> annotations, Method method, Class<?> type, String fullPlace) {
        List<String> names = annotations.stream()
                .map(annotation -> annotationPolicies().text(annotation.fallbackMethod()))
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
        if (names.isEmpty()) {
            return null;
        }
        try {
            if (names.size() > 1) {
                throw new IllegalArgumentException("one refusal cannot have several fallback methods: " + names);
            }
            return Fallbacks.find(names.get(0), method, type);
        } catch (IllegalArgumentException wrong) {
            throw new RateLimitConfigurationException(
                    "@RateLimited on " + fullPlace, null, String.valueOf(wrong.getMessage()));
        }
    }

    private static boolean isReachedByTypeAnnotation(Method method) {
        return !Modifier.isPrivate(method.getModifiers())
                && !Modifier.isStatic(method.getModifiers())
                && !method.isSynthetic()
                && !ReflectionUtils.isEqualsMethod(method)
                && !ReflectionUtils.isHashCodeMethod(method)
                && !ReflectionUtils.isToStringMethod(method);
    }

    private AnnotatedCheck read(RateLimited annotation, Method method, String place, String fullPlace) {
        try {
            AnnotationPolicies finder = annotationPolicies();
            ActivePolicy policy = finder.find(annotation, place, fullPlace);
            MethodExpression key = expression(finder.text(annotation.key()), method);
            MethodExpression cost = expression(finder.text(annotation.cost()), method);
            checkKey(policy, key, method);
            if (annotation.refundFor().length > 0 && policy.policy().algorithm() == Algorithm.LEAKY_BUCKET) {
                throw new IllegalArgumentException("a leaky bucket gives nothing back; leave refundFor out");
            }
            return new AnnotatedCheck(policy, key, cost, List.of(annotation.refundFor()));
        } catch (IllegalArgumentException wrong) {
            throw new RateLimitConfigurationException(
                    "@RateLimited on " + fullPlace, null, String.valueOf(wrong.getMessage()));
        }
    }

    private static @Nullable MethodExpression expression(String text, Method method) {
        return text.isEmpty() ? null : MethodExpression.parse(text, method);
    }

    private static void checkKey(ActivePolicy policy, @Nullable MethodExpression key, Method method) {
        if (key != null && policy.keyRule().expression().first().isGlobal()) {
            throw new IllegalArgumentException(
                    "policy '" + policy.name() + "' has one key for all (key: global); leave the key out");
        }
        boolean usesRequest = key != null
                ? key.usesRequest()
                : policy.keyRule().expression().parts().stream()
                        .anyMatch(part -> !WITHOUT_REQUEST.contains(part.kind()));
        if (usesRequest && isAsync(method)) {
            throw new IllegalArgumentException("an @Async method runs outside the request that the key of policy '"
                    + policy.name() + "' comes from; give a key made of its parameters");
        }
    }

    private static boolean isAsync(Method method) {
        return AnnotatedElementUtils.isAnnotated(method, ASYNC)
                || AnnotatedElementUtils.isAnnotated(method.getDeclaringClass(), ASYNC);
    }

    private static void checkProxiable(Method method, String fullPlace) {
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers) || Modifier.isFinal(modifiers)) {
            throw new RateLimitConfigurationException(
                    "@RateLimited on " + fullPlace,
                    null,
                    "a private, static or final method does not pass the bean's proxy and would not be limited");
        }
        if (isReactive(method)) {
            throw new RateLimitConfigurationException(
                    "@RateLimited on " + fullPlace,
                    null,
                    "a reactive or suspending method returns before it runs; limits hold for blocking methods only");
        }
    }

    private static boolean isReactive(Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        boolean suspending = parameters.length > 0
                && parameters[parameters.length - 1].getName().equals("kotlin.coroutines.Continuation");
        return suspending
                || ClassUtils.getAllInterfacesForClassAsSet(method.getReturnType()).stream()
                        .anyMatch(type -> REACTIVE.contains(type.getName()))
                || REACTIVE.contains(method.getReturnType().getName());
    }

    private static String parameters(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .toList()
                .toString()
                .replace('[', '(')
                .replace(']', ')');
    }

    private AnnotationPolicies annotationPolicies() {
        AnnotationPolicies known = annotationPolicies;
        if (known == null) {
            synchronized (this) {
                known = annotationPolicies;
                if (known == null) {
                    known = new AnnotationPolicies(policies.get(), environment);
                    annotationPolicies = known;
                }
            }
        }
        return known;
    }
}
