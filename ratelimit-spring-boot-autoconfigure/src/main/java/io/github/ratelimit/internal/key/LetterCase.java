package io.github.ratelimit.internal.key;

/**
 * Lower case in which all texts are one that {@code String.equalsIgnoreCase} takes for equal, since the application may
 * compare so: the Kelvin sign, ſ, ı and İ are k, s, i and i. {@code String.toLowerCase} leaves some of these apart.
 */
final class LetterCase {

    private LetterCase() {}

    /** The text in that case. */
    static String fold(String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character >= 128 || (character >= 'A' && character <= 'Z')) {
                return foldAll(text);
            }
        }
        return text;
    }

    private static String foldAll(String text) {
        StringBuilder folded = new StringBuilder(text.length());
        text.codePoints()
                .map(letter -> Character.toLowerCase(Character.toUpperCase(letter)))
                .forEach(folded::appendCodePoint);
        return folded.toString();
    }
}
