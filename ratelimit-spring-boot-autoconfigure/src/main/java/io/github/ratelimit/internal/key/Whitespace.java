package io.github.ratelimit.internal.key;

/**
 * White space in the widest sense that an application may trim by: what {@code String.trim} takes off, what
 * {@code String.strip} does, and the spaces that do not break. Less would give one value a fresh quota for each control
 * character behind it.
 */
final class Whitespace {

    private Whitespace() {}

    /** Whether the character is white space; none is half of a surrogate pair. */
    static boolean is(char character) {
        return character <= ' ' || Character.isWhitespace(character) || Character.isSpaceChar(character);
    }

    /** The text without white space at both ends. */
    static String trim(String text) {
        int begin = 0;
        int end = text.length();
        while (begin < end && is(text.charAt(begin))) {
            begin++;
        }
        while (end > begin && is(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(begin, end);
    }
}
