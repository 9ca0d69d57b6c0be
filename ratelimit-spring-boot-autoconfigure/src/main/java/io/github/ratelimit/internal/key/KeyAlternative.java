package io.github.ratelimit.internal.key;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Parts that make a key together: all of them, or the alternative is missing.
 *
 * @param parts at least one
 */
public record KeyAlternative(List<KeyPart> parts) {

    /** By address: what {@code on-missing-key: ip} falls back to. */
    public static final KeyAlternative IP = new KeyAlternative(List.of(KeyPart.IP));

    /** Copies the list. */
    public KeyAlternative {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a key has at least one part");
        }
    }

    /** The name that tells its values from those of other alternatives, for example {@code ip}. */
    public String kind() {
        return parts.stream().map(KeyPart::toString).collect(Collectors.joining("+"));
    }

    /** Whether the caller merely claims the value that a plan is looked up by. */
    public boolean isClaimed() {
        return parts.get(0).kind().isClaimed();
    }

    /** Whether all requests share the one key. */
    public boolean isGlobal() {
        return parts.size() == 1 && parts.get(0).kind() == KeyPart.Kind.GLOBAL;
    }
}
