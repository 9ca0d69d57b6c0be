package io.github.ratelimit;

/**
 * HTTP statuses that decide what becomes of a request's charges: a class ({@code 5xx}), one code ({@code 404}), or a range
 * ({@code 400-403}).
 *
 * @param first the lowest, 200 to 599: no response ends with a 1xx
 * @param last the highest, 200 to 599
 */
public record StatusRange(int first, int last) {

    private static final int LOWEST = 200;
    private static final int HIGHEST = 599;

    /** Checks the bounds. */
    public StatusRange {
        if (first < LOWEST || last > HIGHEST || first > last) {
            throw invalid();
        }
    }

    /**
     * Reads a class, a code or a range.
     *
     * @throws IllegalArgumentException if the text is none of them
     */
    public static StatusRange valueOf(String text) {
        String trimmed = text.trim();
        if (trimmed.length() == 3 && trimmed.substring(1).equalsIgnoreCase("xx")) {
            int hundreds = number(trimmed.substring(0, 1)) * 100;
            return new StatusRange(hundreds, hundreds + 99);
        }
        int dash = trimmed.indexOf('-');
        return dash < 0
                ? new StatusRange(number(trimmed), number(trimmed))
                : new StatusRange(
                        number(trimmed.substring(0, dash).trim()),
                        number(trimmed.substring(dash + 1).trim()));
    }

    private static int number(String digits) {
        if (digits.isEmpty()
                || digits.length() > 3
                || !digits.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            throw invalid();
        }
        return Integer.parseInt(digits);
    }

    private static IllegalArgumentException invalid() {
        return new IllegalArgumentException(
                "a final status is a class (2xx to 5xx), a code from 200 to 599, or a range such as 400-403");
    }

    /** Whether this status is one of them. */
    public boolean contains(int status) {
        return status >= first && status <= last;
    }

    /** As written in YAML. */
    @Override
    public String toString() {
        if (first == last) {
            return Integer.toString(first);
        }
        boolean isClass = first % 100 == 0 && last == first + 99;
        return isClass ? first / 100 + "xx" : first + "-" + last;
    }
}
