package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** Reads single values of properties. What is wrong is reported with the property's name as spelt in YAML. */
final class PropertyReader {

    private PropertyReader() {}

    /** The text, or null if it is blank. */
    static @Nullable String text(@Nullable String value) {
        return value == null || value.isBlank() ? null : value.trim();
    }

    /** The texts that are not blank. */
    static List<String> texts(List<String> values) {
        List<String> texts = new ArrayList<>(values.size());
        for (String value : values) {
            String text = text(value);
            if (text != null) {
                texts.add(text);
            }
        }
        return texts;
    }

    /** Whatever the maker makes of the value; its IllegalArgumentException is the reason that is reported. */
    static <T> T at(String property, @Nullable String value, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (IllegalArgumentException wrong) {
            throw new RateLimitConfigurationException(property, value, String.valueOf(wrong.getMessage()));
        }
    }

    /** What the parser makes of the value; the fallback if it is blank. */
    static <T> T read(String property, @Nullable String value, T fallback, Function<String, T> parser) {
        String text = text(value);
        return text == null ? fallback : at(property, text, () -> parser.apply(text));
    }

    /** {@code true} or {@code false}. */
    static boolean bool(String property, @Nullable String value, boolean fallback) {
        return read(property, value, fallback, text -> switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("must be true or false");
        });
    }

    /** A whole number within bounds. */
    static long number(String property, @Nullable String value, long fallback, long min, long max) {
        return read(property, value, fallback, text -> {
            String reason = String.format(Locale.ROOT, "must be a whole number from %,d to %,d", min, max);
            try {
                long number = Long.parseLong(text);
                if (number < min || number > max) {
                    throw new IllegalArgumentException(reason);
                }
                return number;
            } catch (NumberFormatException none) {
                throw new IllegalArgumentException(reason, none);
            }
        });
    }

    /** A duration such as {@code 50ms} within bounds. */
    static Duration duration(String property, @Nullable String value, Duration fallback, Duration min, Duration max) {
        return read(property, value, fallback, text -> {
            String reason = "must be a duration with a unit (50ms, 1s) from " + min.toMillis() + "ms to "
                    + max.toSeconds() + "s";
            Duration duration;
            try {
                duration = DurationStyle.SIMPLE.parse(text);
            } catch (IllegalArgumentException none) {
                throw new IllegalArgumentException(reason, none);
            }
            if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
                throw new IllegalArgumentException(reason);
            }
            return duration;
        });
    }

    /** One of the constants, written in lower case with dashes. */
    static <E extends Enum<E>> E choice(String property, @Nullable String value, E fallback, Class<E> type) {
        return read(property, value, fallback, text -> choice(text, type));
    }

    /** One of the constants, written in lower case with dashes. */
    static <E extends Enum<E>> E choice(String text, Class<E> type) {
        for (E constant : type.getEnumConstants()) {
            if (spelling(constant).equals(text)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("is none of "
                + Arrays.stream(type.getEnumConstants())
                        .map(PropertyReader::spelling)
                        .collect(Collectors.joining(", ")));
    }

    private static String spelling(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
