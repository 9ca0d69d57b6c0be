package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.key.Normalizer;
import io.github.ratelimit.internal.key.PhoneNormalizer;
import io.github.ratelimit.internal.key.TextNormalizer;
import io.github.ratelimit.internal.key.UnreadableValueException;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ClassUtils;

/** Finds normalizers by their names in {@code normalize}. */
final class NormalizerMapper {

    private static final Logger log = LoggerFactory.getLogger(NormalizerMapper.class);
    private static final String PHONE = "phone";
    private static final boolean HAS_PHONE_LIBRARY = ClassUtils.isPresent(
            "com.google.i18n.phonenumbers.PhoneNumberUtil", NormalizerMapper.class.getClassLoader());

    private final @Nullable String phoneRegion;
    private final BeanFactory beans;
    private @Nullable Normalizer phone;

    NormalizerMapper(@Nullable String phoneRegion, BeanFactory beans) {
        this.phoneRegion = phoneRegion;
        this.beans = beans;
        if (phoneRegion != null && HAS_PHONE_LIBRARY) {
            phone();
        }
    }

    List<Normalizer> map(String property, List<String> names) {
        return names.stream().map(name -> map(property, name)).toList();
    }

    private Normalizer map(String property, String name) {
        if (!name.equals(PHONE)) {
            return PropertyReader.at(property, name, () -> textNormalizer(name));
        }
        if (!HAS_PHONE_LIBRARY) {
            throw new RateLimitConfigurationException(
                    property, name, "needs the dependency com.googlecode.libphonenumber:libphonenumber");
        }
        return phone();
    }

    private Normalizer textNormalizer(String name) {
        try {
            return PropertyReader.choice(name, TextNormalizer.class);
        } catch (IllegalArgumentException unknown) {
            if (beans.containsBean(name) && beans.isTypeMatch(name, UnaryOperator.class)) {
                return ofBean(name, beans.getBean(name, UnaryOperator.class));
            }
            throw new IllegalArgumentException(
                    unknown.getMessage() + ", " + PHONE + ", and no UnaryOperator bean is called so", unknown);
        }
    }

    @SuppressWarnings("unchecked") // a bean's type argument is not to be had
    private static Normalizer ofBean(String name, UnaryOperator<?> bean) {
        UnaryOperator<@Nullable String> operator = (UnaryOperator<@Nullable String>) bean;
        return value -> {
            try {
                String normalized = operator.apply(value);
                if (normalized != null) {
                    return normalized;
                }
            } catch (IllegalArgumentException unreadable) {
                log.debug("Bean '{}' could not read a value", name, unreadable);
            }
            throw new UnreadableValueException("what '" + name + "' reads");
        };
    }

    private Normalizer phone() {
        Normalizer known = phone;
        if (known == null) {
            known = PropertyReader.at("ratelimit.phone-region", phoneRegion, () -> new PhoneNormalizer(phoneRegion));
            phone = known;
        }
        return known;
    }

    static String normalize(List<Normalizer> normalizers, String value) {
        String normalized = value;
        try {
            for (Normalizer normalizer : normalizers) {
                normalized = normalizer.normalize(normalized);
            }
        } catch (UnreadableValueException unreadable) {
            throw new IllegalArgumentException(unreadable.getMessage(), unreadable);
        }
        return normalized;
    }
}
