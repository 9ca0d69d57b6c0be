package io.github.ratelimit;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * So many permits a duration, written {@code 100/1m}.
 *
 * @param count the permits, 1 to 1,000,000,000
 * @param period the duration they are for, whole milliseconds from 1 ms to 366 d
 */
public record Limit(long count, Duration period) {

    /** The highest count, burst and cost. */
    public static final long MAX_COUNT = 1_000_000_000;

    /** 366 days in milliseconds. */
    private static final int MAX_DIGITS = 11;

    private static final String COUNT_BOUNDS = "the count must be a whole number from 1 to 1,000,000,000";
    private static final String PERIOD_BOUNDS = "the duration must be from 1ms to 366d, in whole milliseconds";
    private static final Duration MIN_PERIOD = Duration.ofMillis(1);
    private static final Duration MAX_PERIOD = Duration.ofDays(366);

    /** Milliseconds of each unit. */
    private static final Map<String, Long> UNITS =
            Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

    /** Checks the bounds of both parts. */
    public Limit {
        if (count < 1 || count > MAX_COUNT) {
            throw new IllegalArgumentException(COUNT_BOUNDS);
        }
        if (period.compareTo(MIN_PERIOD) < 0
                || period.compareTo(MAX_PERIOD) > 0
                || period.toNanosPart() % 1_000_000 != 0) {
            throw new IllegalArgumentException(PERIOD_BOUNDS);
        }
    }

    /**
     * Reads {@code count/duration}. A duration is a number and a unit out of {@code ms s m h d}; the number may be left
     * out: {@code 100/m}.
     *
     * @throws IllegalArgumentException if the text is none, or out of bounds
     */
    public static Limit valueOf(String text) {
        String trimmed = text.trim();
        int slash = trimmed.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("a limit is written count/duration, for example 100/1m");
        }
        return new Limit(
                number(trimmed.substring(0, slash).trim(), COUNT_BOUNDS),
                duration(trimmed.substring(slash + 1).trim()));
    }

    private static Duration duration(String text) {
        int digits = 0;
        while (digits < text.length() && isDigit(text.charAt(digits))) {
            digits++;
        }
        Long unit = UNITS.get(text.substring(digits).trim().toLowerCase(Locale.ROOT));
        if (unit == null) {
            throw new IllegalArgumentException("a duration is a number and one of the units ms, s, m, h, d");
        }
        long number = digits == 0 ? 1 : number(text.substring(0, digits), PERIOD_BOUNDS);
        return Duration.ofMillis(Math.multiplyExact(number, unit));
    }

    private static long number(String text, String bounds) {
        if (text.isEmpty() || text.length() > MAX_DIGITS || !text.chars().allMatch(digit -> isDigit((char) digit))) {
            throw new IllegalArgumentException(bounds);
        }
        return Long.parseLong(text);
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    /** Microseconds of the {@link #period()}. */
    public long periodMicros() {
        return period.toMillis() * 1_000;
    }

    /** As written in YAML, in the largest unit that fits: {@code 5/1h}. */
    @Override
    public String toString() {
        return count + "/" + periodText();
    }

    /** The duration as written in YAML, in the largest unit that fits: {@code 1h}. */
    public String periodText() {
        long millis = period.toMillis();
        for (String unit : new String[] {"d", "h", "m", "s"}) {
            long size = UNITS.getOrDefault(unit, 1L);
            if (millis % size == 0) {
                return millis / size + unit;
            }
        }
        return millis + "ms";
    }
}
