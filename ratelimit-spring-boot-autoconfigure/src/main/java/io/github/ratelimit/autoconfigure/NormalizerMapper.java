package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.key.Normalizer;
import io.github.ratelimit.internal.key.PhoneNormalizer;
import io.github.ratelimit.internal.key.TextNormalizer;
import io.github.ratelimit.internal.key.UnreadableValueException;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** Finds normalizers by their names in {@code normalize}. */
final class NormalizerMapper {

    private static final String PHONE = "phone";
    private static final boolean HAS_PHONE_LIBRARY = ClassUtils.isPresent(
            "com.google.i18n.phonenumbers.PhoneNumberUtil", NormalizerMapper.class.getClassLoader());

    private final @Nullable String phoneRegion;
    private @Nullable Normalizer phone;

    NormalizerMapper(@Nullable String phoneRegion) {
        this.phoneRegion = phoneRegion;
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

    private static Normalizer textNormalizer(String name) {
        try {
            return PropertyReader.choice(name, TextNormalizer.class);
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException(unknown.getMessage() + ", " + PHONE, unknown);
        }
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
