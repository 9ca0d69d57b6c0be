package io.github.ratelimit.internal.key;

import org.jspecify.annotations.Nullable;

/** Reads IPv4 addresses: four decimal numbers. Nothing else; a leading zero would be octal to some and decimal to others. */
final class Ipv4Text {

    private static final int LONGEST = "255.255.255.255".length();

    private Ipv4Text() {}

    /** The four bytes that stand from there to the end; null if none do. */
    static byte @Nullable [] read(String text, int from) {
        if (text.length() - from > LONGEST) {
            return null;
        }
        byte[] octets = new byte[4];
        int octet = 0;
        int value = 0;
        int digits = 0;
        for (int i = from; i <= text.length(); i++) {
            char character = i == text.length() ? '.' : text.charAt(i);
            if (character == '.') {
                if (digits == 0 || octet == octets.length) {
                    return null;
                }
                octets[octet++] = (byte) value;
                value = 0;
                digits = 0;
            } else if (character >= '0' && character <= '9' && (digits == 0 || value != 0)) {
                value = value * 10 + character - '0';
                digits++;
                if (value > 255) {
                    return null;
                }
            } else {
                return null;
            }
        }
        return octet == octets.length ? octets : null;
    }
}
