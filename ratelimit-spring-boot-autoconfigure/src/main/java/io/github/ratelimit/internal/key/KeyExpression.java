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
     * Reads {@code a + b | c}: {@code +} joins parts, {@code |} separates alternatives.
     *
     * @throws IllegalArgumentException if a part is none
     */
    public static KeyExpression parse(String text) {
        List<KeyAlternative> alternatives = new ArrayList<>();
        for (String alternative : text.split("\\|", -1)) {
            List<KeyPart> parts = new ArrayList<>();
            for (String part : alternative.split("\\+", -1)) {
                parts.add(KeyPart.parse(part.trim()));
            }
            alternatives.add(new KeyAlternative(parts));
        }
        return new KeyExpression(alternatives);
    }

    /** The alternative that explicit values belong to. */
    public KeyAlternative first() {
        return alternatives.get(0);
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
