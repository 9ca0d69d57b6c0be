package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Finds placeholders without a value. Spring Boot leaves them as they stand: <code>${KEY_SECRET}</code> would be the secret,
 * the same for all who forget to set it.
 */
final class UnresolvedPlaceholders extends AbstractBindHandler {

    private @Nullable RateLimitConfigurationException first;

    UnresolvedPlaceholders(BindHandler parent) {
        super(parent);
    }

    @Override
    public @Nullable Object onSuccess(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        Collection<?> values = result instanceof Collection<?> several ? several : List.of(result);
        for (Object value : values) {
            if (value instanceof String text && first == null) {
                first = look(name.toString(), text);
            }
        }
        return super.onSuccess(name, target, context, result);
    }

    private static @Nullable RateLimitConfigurationException look(String property, String text) {
        int begin = text.indexOf("${");
        int end = begin < 0 ? -1 : text.indexOf('}', begin);
        return end < 0
                ? null
                : new RateLimitConfigurationException(
                        property, text.substring(begin, end + 1), "has no value; set it, or write ${NAME:default}");
    }

    /** Throws what was found. */
    void refuse() {
        if (first != null) {
            throw first;
        }
    }
}
