package io.github.ratelimit.internal.key;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Whose requests share a budget: alternatives, of which the first that is present counts.
 *
 * @param alternatives at least one
 */
public record KeyExpression(List<KeyAlternative> alternatives) {

    /** Copies the list. */
    public KeyExpression {
        alternatives = List.copyOf(alternatives);
        if (alternatives.isEmpty()) {
            throw new IllegalArgumentException("a key has at least one alternative");
        }
    }

    /**
     * Reads {@code a + b | c}: {@code +} joins parts, {@code |} separates alternatives; {@code spel:} takes the rest.
     *
     * @throws IllegalArgumentException if a part is none
     */
    public static KeyExpression parse(String text) {
        List<KeyAlternative> alternatives = new ArrayList<>();
        List<KeyPart> parts = new ArrayList<>();
        int begin = 0;
        while (begin <= text.length()) {
            int end = endOfPart(text, begin);
            parts.add(KeyPart.parse(text.substring(begin, end).trim()));
            if (end == text.length() || text.charAt(end) == '|') {
                alternatives.add(new KeyAlternative(parts));
                parts.clear();
            }
            begin = end + 1;
        }
        return new KeyExpression(alternatives);
    }

    private static int endOfPart(String text, int begin) {
        if (text.substring(begin).stripLeading().startsWith("spel:")) {
            return text.length();
        }
        for (int i = begin; i < text.length(); i++) {
            if (text.charAt(i) == '|' || text.charAt(i) == '+') {
                return i;
            }
        }
        return text.length();
    }

    /** The alternative that explicit values belong to. */
    public KeyAlternative first() {
        return alternatives.get(0);
    }

    /** Whether all requests share the one key, whoever they are. */
    public boolean isGlobal() {
        return alternatives.size() == 1 && first().isGlobal();
    }

    /** All parts of all alternatives. */
    public Collection<KeyPart> parts() {
        return alternatives.stream()
                .flatMap(alternative -> alternative.parts().stream())
                .toList();
    }

    /** As written in YAML. */
    @Override
    public String toString() {
        return alternatives.stream().map(KeyAlternative::kind).collect(Collectors.joining(" | "));
    }
}
