package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Refuses keys below {@code ratelimit} that nothing reads: in files, on the command line and among system properties.
 * Environment variables cannot be checked, since they do not tell a dash from a dot. Boot's own check
 * ({@code ignoreUnknownFields}) does not look at system properties and does not name the valid keys.
 */
final class UnknownProperties {

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("ratelimit");

    private UnknownProperties() {}

    static void refuse(Environment environment) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable
                    && !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource)) {
                iterable.stream().filter(ROOT::isAncestorOf).forEach(name -> check(name, iterable));
            }
        }
    }

    private static void check(ConfigurationPropertyName name, ConfigurationPropertySource source) {
        Type type = RateLimitProperties.class;
        for (int i = 1; i < name.getNumberOfElements(); i++) {
            Type next = step(type, name.getElement(i, Form.UNIFORM), name.isNumericIndex(i));
            if (next == null) {
                throw unknown(name, i, type, source);
            }
            type = next;
        }
        refuseValueOfGroup(name, type, source);
    }

    /** A policy or plan set to nothing, which would be dropped in silence, and a value where a group belongs. */
    private static void refuseValueOfGroup(
            ConfigurationPropertyName name, Type type, ConfigurationPropertySource source) {
        boolean isEntry = type == RateLimitProperties.Policy.class || type == RateLimitProperties.Plan.class;
        boolean isGroup = isEntry
                || (type instanceof Class<?> record && record.isRecord())
                || (type instanceof ParameterizedType generic && generic.getRawType() == Map.class);
        ConfigurationProperty property = isGroup ? source.getConfigurationProperty(name) : null;
        if (property != null && (isEntry || !property.getValue().toString().isBlank())) {
            String value = property.getValue().toString();
            String within = isEntry ? "; write " + name + ".limit" : "; its properties stand below it";
            throw new RateLimitConfigurationException(name.toString(), value, "has no value of its own" + within);
        }
    }

    /** The type of what an element names within a type; null if there is no such thing. */
    private static @Nullable Type step(Type type, String element, boolean isIndex) {
        if (type instanceof ParameterizedType generic) {
            boolean isMap = generic.getRawType() == Map.class;
            return isMap || isIndex ? generic.getActualTypeArguments()[isMap ? 1 : 0] : null;
        }
        if (type instanceof Class<?> record && record.isRecord()) {
            return Arrays.stream(record.getRecordComponents())
                    .filter(component -> component.getName().equalsIgnoreCase(element))
                    .map(RecordComponent::getGenericType)
                    .findFirst()
                    .orElse(null);
        }
        return null;
    }

    private static RateLimitConfigurationException unknown(
            ConfigurationPropertyName name, int element, Type parent, ConfigurationPropertySource source) {
        ConfigurationProperty property = source.getConfigurationProperty(name);
        Object value = property == null ? null : property.getValue();
        String valid = validNames(parent);
        return new RateLimitConfigurationException(
                name.chop(element + 1).toString(),
                element + 1 == name.getNumberOfElements() && value != null ? value.toString() : null,
                valid.isEmpty()
                        ? "there is no such property; '" + name.chop(element) + "' has a value, and nothing below it"
                        : "there is no such property; " + name.chop(element) + " has " + valid);
    }

    private static String validNames(Type type) {
        if (!(type instanceof Class<?> record) || !record.isRecord()) {
            return "";
        }
        List<String> names = Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getName)
                .map(UnknownProperties::dashed)
                .toList();
        return String.join(", ", new TreeSet<>(names));
    }

    static String dashed(String camelCase) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < camelCase.length(); i++) {
            char character = camelCase.charAt(i);
            if (Character.isUpperCase(character)) {
                name.append('-');
            }
            name.append(Character.toLowerCase(character));
        }
        return name.toString();
    }
}
