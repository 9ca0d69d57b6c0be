package io.github.ratelimit.internal.method;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;

/** Uses of the annotation that can be seen to limit nothing, or something else than meant. */
final class Misuse {

    private static final String ASYNC = "org.springframework.scheduling.annotation.Async";
    private static final Set<String> REACTIVE = Set.of(
            "org.reactivestreams.Publisher", "kotlinx.coroutines.flow.Flow", "java.util.concurrent.Flow$Publisher");

    private Misuse() {}

    /** Throws an IllegalArgumentException if a proxy cannot limit the method. */
    static void checkProxiable(Method method) {
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers) || Modifier.isFinal(modifiers)) {
            throw new IllegalArgumentException(
                    "a private, static or final method does not pass the bean's proxy and would not be limited");
        }
        if (isReactive(method)) {
            throw new IllegalArgumentException(
                    "a reactive or suspending method returns before it runs; limits hold for blocking methods only");
        }
    }

    private static boolean isReactive(Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        boolean suspending = parameters.length > 0
                && parameters[parameters.length - 1].getName().equals("kotlin.coroutines.Continuation");
        return suspending
                || REACTIVE.contains(method.getReturnType().getName())
                || ClassUtils.getAllInterfacesForClassAsSet(method.getReturnType()).stream()
                        .anyMatch(type -> REACTIVE.contains(type.getName()));
    }

    /** Throws an IllegalArgumentException if a check cannot be what it says. */
    static void check(AnnotatedCheck check, AnnotationSite site) {
        ActivePolicy policy = check.policy();
        if (check.key() != null && policy.keyRule().expression().first().isGlobal()) {
            throw new IllegalArgumentException(
                    "policy '" + policy.name() + "' has one key for all (key: global); leave the key out");
        }
        if (usesRequest(check) && (isAsync(site.method()) || isAsync(site.type()))) {
            throw new IllegalArgumentException(
                    "an @Async method runs outside the request that the key or cost of policy '" + policy.name()
                            + "' comes from; give one made of its parameters");
        }
        if (!policy.policy().resetOn().isEmpty()
                && check.key() != null
                && check.key().isOfAddressAlone()) {
            throw new IllegalArgumentException("policy '" + policy.name()
                    + "' has reset-on, which needs a key that names the very account that was "
                    + "proven; an address names none");
        }
        if (!check.refundFor().isEmpty() && isLeaky(check)) {
            throw new IllegalArgumentException("a leaky bucket gives nothing back; leave refundFor out");
        }
    }

    /** Throws an IllegalArgumentException if the checks of a method do not go together. */
    static void checkTogether(List<AnnotatedCheck> checks) {
        if (checks.stream().filter(Misuse::isLeaky).count() > 1) {
            throw new IllegalArgumentException("one call cannot wait for its turn at several leaky buckets");
        }
    }

    private static boolean isLeaky(AnnotatedCheck check) {
        return check.policy().policy().algorithm() == Algorithm.LEAKY_BUCKET;
    }

    private static boolean usesRequest(AnnotatedCheck check) {
        boolean keyUsesRequest = check.key() != null
                ? check.key().usesRequest()
                : check.policy().keyRule().expression().parts().stream()
                        .anyMatch(part -> part.kind() != KeyPart.Kind.GLOBAL);
        return keyUsesRequest || (check.cost() != null && check.cost().usesRequest());
    }

    private static boolean isAsync(AnnotatedElement element) {
        return MergedAnnotations.from(element, MergedAnnotations.SearchStrategy.TYPE_HIERARCHY)
                .isPresent(ASYNC);
    }
}
