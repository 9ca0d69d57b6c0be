package io.github.ratelimit.internal.key;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One value that a key is made of, and where it comes from.
 *
 * @param kind where the value comes from
 * @param name name of the header, parameter, bean and so on, or the expression; empty for kinds without one
 */
public record KeyPart(Kind kind, String name) {

    /** The authenticated user. */
    public static final KeyPart PRINCIPAL = new KeyPart(Kind.PRINCIPAL, "");

    /** The client's address. */
    public static final KeyPart IP = new KeyPart(Kind.IP, "");

    /** Where a value comes from. */
    public enum Kind {
        /** The name of the authenticated user. */
        PRINCIPAL,
        /** The client's address. */
        IP,
        /** The same for everybody. */
        GLOBAL,
        /** A request header. */
        HEADER("NAME", true, true),
        /** A cookie. */
        COOKIE("NAME", true, true),
        /** A query or form parameter. */
        PARAM("NAME", true, true),
        /** A variable of the path pattern. */
        PATH("VARIABLE", true, false),
        /** What a bean makes of the request. */
        BEAN("NAME", false, false),
        /** What an expression makes of the request. Takes the rest of the text. */
        SPEL("EXPRESSION", false, false);

        private final String argument;
        private final boolean claimed;
        private final boolean secret;

        Kind() {
            this("", false, false);
        }

        Kind(String argument, boolean claimed, boolean secret) {
            this.argument = argument;
            this.claimed = claimed;
            this.secret = secret;
        }

        /** Whether the caller merely claims the value, and may have invented it. */
        public boolean isClaimed() {
            return claimed;
        }

        /** Whether the value may be a secret of the caller. */
        public boolean isSecret() {
            return secret;
        }

        private boolean isNamed() {
            return !argument.isEmpty();
        }

        private String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Reads one part, such as {@code principal} or {@code header:X-Api-Key}.
     *
     * @throws IllegalArgumentException if it is none; the message lists them
     */
    public static KeyPart parse(String text) {
        int colon = text.indexOf(':');
        String kindText = colon < 0 ? text : text.substring(0, colon);
        String name = colon < 0 ? "" : text.substring(colon + 1).trim();
        for (Kind kind : Kind.values()) {
            if (kind.text().equals(kindText.trim())
                    && kind.isNamed() == colon >= 0
                    && kind.isNamed() != name.isEmpty()) {
                return new KeyPart(kind, name);
            }
        }
        throw new IllegalArgumentException("'" + text + "' is none of " + validSpellings());
    }

    private static String validSpellings() {
        return Arrays.stream(Kind.values())
                .map(kind -> kind.isNamed() ? kind.text() + ":" + kind.argument : kind.text())
                .collect(Collectors.joining(", "));
    }

    /** As written in YAML; header names in lower case, since HTTP does not tell them apart. */
    @Override
    public String toString() {
        if (!kind.isNamed()) {
            return kind.text();
        }
        return kind.text() + ":" + (kind == Kind.HEADER ? name.toLowerCase(Locale.ROOT) : name);
    }
}
