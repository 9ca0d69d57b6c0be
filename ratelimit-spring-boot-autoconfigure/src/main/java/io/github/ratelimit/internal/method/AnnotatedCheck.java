package io.github.ratelimit.internal.method;

import io.github.ratelimit.internal.key.KeyText;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.CheckResolver;
import io.github.ratelimit.internal.limiter.Costs;
import io.github.ratelimit.internal.limiter.RequestScope;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ObjectUtils;

/**
 * One annotation, read.
 *
 * @param policy its policy
 * @param key whose budget; null: the policy's own key
 * @param cost permits of one call; null: 1
 * @param refundFor exceptions of the method that give them back
 */
record AnnotatedCheck(
        ActivePolicy policy,
        @Nullable MethodExpression key,
        @Nullable MethodExpression cost,
        List<Class<? extends Throwable>> refundFor) {

    /** Whether an exception of the method gives the permits back. */
    boolean refunds(Throwable failure) {
        return refundFor.stream().anyMatch(type -> type.isInstance(failure));
    }

    /** The check of one call; null if the policy does not apply to it. */
    @Nullable
    ResolvedCheck resolve(CheckResolver resolver, @Nullable Object[] arguments, @Nullable RequestScope request) {
        long permits = cost == null ? 1 : Costs.permits(policy.name(), cost.evaluate(arguments, request));
        return key == null
                ? resolver.ofRequest(policy, permits, request)
                : resolver.explicit(policy, null, values(key.evaluate(arguments, request)), permits, request);
    }

    /** A list or array is a composite key. */
    private static List<@Nullable String> values(@Nullable Object value) {
        if (value instanceof Collection<?> parts) {
            return texts(parts);
        }
        if (ObjectUtils.isArray(value)) {
            return texts(Arrays.asList(ObjectUtils.toObjectArray(value)));
        }
        return Collections.singletonList(KeyText.of(value));
    }

    private static List<@Nullable String> texts(Collection<?> parts) {
        return parts.isEmpty()
                ? Collections.singletonList(null)
                : parts.stream().map(KeyText::of).collect(Collectors.toList());
    }
}
