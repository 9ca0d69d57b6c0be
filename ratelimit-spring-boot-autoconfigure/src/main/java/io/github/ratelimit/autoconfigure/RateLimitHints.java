package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.RateLimited;
import io.github.ratelimit.internal.actuate.ErrorView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Ahead of time: what this jar finds by name or by reflection. */
final class RateLimitHints implements RuntimeHintsRegistrar {

    private static final List<Class<?>> PROPERTIES = List.of(
            RateLimitProperties.class,
            RateLimitProperties.ClientIp.class,
            RateLimitProperties.Redis.class,
            RateLimitProperties.CircuitBreaker.class,
            RateLimitProperties.Policy.class,
            RateLimitProperties.Plan.class);

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("io/github/ratelimit/internal/redis/*.lua");
        for (Class<?> properties : PROPERTIES) { // bound by their constructors, compared by their accessors
            hints.reflection()
                    .registerType(
                            properties,
                            MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
                            MemberCategory.INVOKE_DECLARED_METHODS);
        }
        for (Class<?> annotation : List.of(RateLimited.class, RateLimited.List.class)) {
            hints.reflection().registerType(annotation, MemberCategory.INVOKE_DECLARED_METHODS);
            hints.proxies().registerJdkProxy(annotation); // Spring's merged annotations
        }
        new BindingReflectionHintsRegistrar().registerReflectionHints(hints.reflection(), ErrorView.class);
    }
}
