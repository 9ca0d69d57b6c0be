package io.github.ratelimit.internal.actuate;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A part of an answer, in the order in which it is made. A map, since the versions of the actuator write the nulls of
 * records differently, and no record may have a component {@code wait}.
 */
final class View {

    private final Map<String, Object> values = new LinkedHashMap<>();

    /** Adds a value; null is left out. */
    View with(String name, @Nullable Object value) {
        if (value != null) {
            values.put(name, value);
        }
        return this;
    }

    /** Adds the texts of values; without any the whole list is left out. */
    View with(String name, Collection<?> all) {
        List<String> texts = all.stream().map(Object::toString).toList();
        return with(name, texts.isEmpty() ? null : (Object) texts);
    }

    /** What is answered. */
    Map<String, Object> toMap() {
        return values;
    }
}
