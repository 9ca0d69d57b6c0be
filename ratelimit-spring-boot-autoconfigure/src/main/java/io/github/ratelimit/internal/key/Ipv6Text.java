package io.github.ratelimit.internal.key;

import org.jspecify.annotations.Nullable;

/**
 * Reads one IPv6 address as RFC 4291 (2.2) writes it: eight groups of hex digits, of which {@code ::} leaves out one or
 * more that are zero, and of which the last two may be written as IPv4.
 */
final class Ipv6Text {

    private static final int LONGEST = "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255".length();
    private static final int NONE = -1;

    private final String text;
    private final byte[] bytes = new byte[16];
    private int at;
    private int filled;
    private int gap = NONE;

    Ipv6Text(String text) {
        this.text = text;
    }

    /** The sixteen bytes; null if the text is no address. */
    byte @Nullable [] read() {
        if (text.length() > LONGEST) {
            return null;
        }
        if (text.startsWith("::")) {
            gap = 0;
            at = 2;
        }
        while (at < text.length()) {
            int colon = text.indexOf(':', at);
            int end = colon < 0 ? text.length() : colon;
            boolean isIpv4 = colon < 0 && text.indexOf('.', at) >= 0;
            boolean read = isIpv4 ? addIpv4() : addGroup(end);
            if (!read || !passColon(end)) {
                return null;
            }
        }
        return spread();
    }

    private boolean addGroup(int end) {
        if (end == at || end - at > 4 || filled > bytes.length - 2) {
            return false;
        }
        int group = 0;
        for (int i = at; i < end; i++) {
            char character = text.charAt(i);
            int digit = character < 128 ? Character.digit(character, 16) : NONE;
            if (digit < 0) {
                return false;
            }
            group = (group << 4) | digit;
        }
        bytes[filled++] = (byte) (group >> 8);
        bytes[filled++] = (byte) group;
        return true;
    }

    private boolean addIpv4() {
        byte[] ipv4 = Ipv4Text.read(text, at);
        if (ipv4 == null || filled > bytes.length - ipv4.length) {
            return false;
        }
        System.arraycopy(ipv4, 0, bytes, filled, ipv4.length);
        filled += ipv4.length;
        return true;
    }

    /** Goes on to the next group, over one colon or two; false where one leads nowhere. */
    private boolean passColon(int end) {
        at = Math.min(end + 1, text.length());
        if (end == text.length()) {
            return true;
        }
        if (at == text.length()) {
            return false;
        }
        if (text.charAt(at) == ':') {
            if (gap != NONE) {
                return false;
            }
            gap = filled;
            at++;
        }
        return true;
    }

    /** Moves what stands behind the gap to the end. */
    private byte @Nullable [] spread() {
        if ((gap == NONE) != (filled == bytes.length)) {
            return null;
        }
        if (gap == NONE) {
            return bytes;
        }
        byte[] spread = new byte[bytes.length];
        System.arraycopy(bytes, 0, spread, 0, gap);
        System.arraycopy(bytes, gap, spread, bytes.length - (filled - gap), filled - gap);
        return spread;
    }
}
