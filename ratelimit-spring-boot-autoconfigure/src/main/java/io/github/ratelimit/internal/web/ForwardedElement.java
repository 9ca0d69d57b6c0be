package io.github.ratelimit.internal.web;

import org.jspecify.annotations.Nullable;

/**
 * One entry of a {@code Forwarded} header: pairs of a name and a value, separated by semicolons (RFC 7239, section 4).
 * More lenient than the RFC in that an address may stand without its quotes, as many proxies write it.
 */
final class ForwardedElement {

    private final String text;
    private int at;

    ForwardedElement(String text) {
        this.text = text;
    }

    /** The value of {@code for}; null if there is none, several, or the entry cannot be read. */
    @Nullable
    String node() {
        String node = null;
        while (at < text.length()) {
            String name = name();
            String value = name == null ? null : value();
            if (name == null || value == null) {
                return null;
            }
            if (name.equalsIgnoreCase("for")) {
                if (node != null) {
                    return null;
                }
                node = value;
            }
        }
        return node;
    }

    private @Nullable String name() {
        skipWhitespace();
        int equals = text.indexOf('=', at);
        if (equals < 0) {
            return null;
        }
        String name = text.substring(at, equals);
        at = equals + 1;
        return name;
    }

    /** The value up to the next semicolon, which is passed. */
    private @Nullable String value() {
        String value = at < text.length() && text.charAt(at) == '"' ? quoted() : plain();
        skipWhitespace();
        if (value == null || (at < text.length() && text.charAt(at) != ';')) {
            return null;
        }
        at++;
        return value;
    }

    private String plain() {
        int begin = at;
        while (at < text.length() && ";\" \t".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(begin, at);
    }

    private @Nullable String quoted() {
        StringBuilder value = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char character = text.charAt(at);
            if (character == '"') {
                at++;
                return value.toString();
            }
            if (character == '\\' && at + 1 < text.length()) {
                at++;
                character = text.charAt(at);
            }
            value.append(character);
        }
        return null;
    }

    private void skipWhitespace() {
        while (at < text.length() && EntriesFromTheRight.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
