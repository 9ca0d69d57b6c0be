package io.github.ratelimit.autoconfigure;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.core.env.Environment;

/** Binds {@code ratelimit.*}. Unlike a configuration properties bean it takes a blank group ({@code plans:}) for absent. */
final class PropertiesBinding {

    private PropertiesBinding() {}

    static RateLimitProperties bind(Environment environment) {
        UnknownProperties.refuse(environment);
        UnresolvedPlaceholders placeholders = new UnresolvedPlaceholders(new BlankGroupIsAbsent());
        RateLimitProperties properties =
                Binder.get(environment).bindOrCreate("ratelimit", Bindable.of(RateLimitProperties.class), placeholders);
        placeholders.refuse();
        return properties;
    }

    private static final class BlankGroupIsAbsent implements BindHandler {

        @Override
        public <T> @Nullable Bindable<T> onStart(
                ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
            Class<?> type = target.getType().resolve(Object.class);
            boolean isGroup = type == Map.class || type.isRecord();
            return isGroup && isBlank(name, context) ? null : target;
        }

        /** Whether it is set to nothing, and nothing below it is set anywhere. */
        private static boolean isBlank(ConfigurationPropertyName name, BindContext context) {
            boolean blank = false;
            for (ConfigurationPropertySource source : context.getSources()) {
                if (source.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT) {
                    return false;
                }
                ConfigurationProperty property = source.getConfigurationProperty(name);
                blank |= property != null && property.getValue().toString().isBlank();
            }
            return blank;
        }
    }
}
