package io.github.ratelimit.internal.key;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One value that a key is made of, and where it comes from.
 *
 * @param kind where the value comes from
 * @param name name of the header or parameter; empty for kinds without one
 */
public record KeyPart(Kind kind, String name) {

    /** The authenticated user. */
    public static final KeyPart PRINCIPAL = new KeyPart(Kind.PRINCIPAL, "");

    /** The client's address. */
    public static final KeyPart IP = new KeyPart(Kind.IP, "");

    /** Where a value comes from. */
    public enum Kind {
        /** The name of the authenticated user. */
        PRINCIPAL(false, false),
        /** The client's address. */
        IP(false, false),
        /** The same for everybody. */
        GLOBAL(false, false),
        /** A request header. */
        HEADER(true, true),
        /** A query or form parameter. */
        PARAM(true, true);

        private final boolean named;
        private final boolean claimed;

        Kind(boolean named, boolean claimed) {
            this.named = named;
            this.claimed = claimed;
        }

        /** Whether the caller merely claims the value: it may be a secret, and it may be invented. */
        public boolean isClaimed() {
            return claimed;
        }

        private String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Reads {@code principal}, {@code ip}, {@code global}, {@code header:NAME} or {@code param:NAME}.
     *
     * @throws IllegalArgumentException if it is none of these; the message lists them
     */
    public static KeyPart parse(String text) {
        int colon = text.indexOf(':');
        String kindText = colon < 0 ? text : text.substring(0, colon);
        String name = colon < 0 ? "" : text.substring(colon + 1).trim();
        for (Kind kind : Kind.values()) {
            if (kind.text().equals(kindText.trim()) && kind.named == colon >= 0 && kind.named != name.isEmpty()) {
                return new KeyPart(kind, name);
            }
        }
        throw new IllegalArgumentException("'" + text + "' is none of " + validSpellings());
    }

    private static String validSpellings() {
        return Arrays.stream(Kind.values())
                .map(kind -> kind.named ? kind.text() + ":NAME" : kind.text())
                .collect(Collectors.joining(", "));
    }

    /** As written in YAML; header names in lower case, since HTTP does not tell them apart. */
    @Override
    public String toString() {
        if (!kind.named) {
            return kind.text();
        }
        return kind.text() + ":" + (kind == Kind.HEADER ? name.toLowerCase(Locale.ROOT) : name);
    }
}
