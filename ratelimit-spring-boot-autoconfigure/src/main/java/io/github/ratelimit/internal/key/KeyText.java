package io.github.ratelimit.internal.key;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ObjectUtils;
import org.springframework.util.ReflectionUtils;

/** The text of what an expression gives for a part of a key. */
public final class KeyText {

    /** Whether equal objects of a class have equal texts, as far as that can be seen. */
    private static final ClassValue<Boolean> HAS_TEXT = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            Method toString = Objects.requireNonNull(ReflectionUtils.findMethod(type, "toString"));
            return toString.getDeclaringClass() != Object.class;
        }
    };

    private KeyText() {}

    /**
     * The text of a value; null if it is null, or an element of it is. An optional counts as its content. Of a list or
     * array each element is escaped: the list "a, b" is another key than the list of "a" and "b".
     *
     * @throws IllegalArgumentException if the text of an object differs from that of an equal one
     */
    public static @Nullable String of(@Nullable Object value) {
        if (value == null || value instanceof String) {
            return (String) value;
        }
        if (value instanceof Optional<?> optional) {
            return of(optional.orElse(null));
        }
        if (value instanceof Collection<?> elements) {
            return ofAll(elements);
        }
        if (ObjectUtils.isArray(value)) {
            return ofAll(Arrays.asList(ObjectUtils.toObjectArray(value)));
        }
        if (!HAS_TEXT.get(value.getClass())) {
            throw new IllegalArgumentException("A key cannot be made of "
                    + value.getClass().getName() + ", whose toString() differs from one object to the next");
        }
        return value.toString();
    }

    private static @Nullable String ofAll(Collection<?> elements) {
        List<String> texts = new ArrayList<>(elements.size());
        for (Object element : elements) {
            String text = of(element);
            if (text == null) {
                return null;
            }
            texts.add(KeyEncoder.escape(text));
        }
        return texts.isEmpty() ? null : "[" + String.join(",", texts) + "]";
    }
}
