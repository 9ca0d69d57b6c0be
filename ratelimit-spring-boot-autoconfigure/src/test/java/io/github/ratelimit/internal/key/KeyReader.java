package io.github.ratelimit.internal.key;

import io.github.ratelimit.internal.key.KeyEncoderTests.Key;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

/** Reads the text of a key back, as far as nothing is hashed. */
final class KeyReader {

    private KeyReader() {}

    static Key read(String text) {
        int equals = text.indexOf('=');
        String kind = equals < 0 ? null : value(text.substring(0, equals));
        return new Key(
                kind,
                List.of(),
                Arrays.stream(parts(text)).map(KeyReader::value).toList());
    }

    static String[] parts(String text) {
        return text.substring(text.indexOf('=') + 1).split(",", -1);
    }

    static String value(String escaped) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < escaped.length(); i++) {
            if (escaped.charAt(i) == '%') {
                bytes.write(Integer.parseInt(escaped.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                bytes.write(escaped.charAt(i));
            }
        }
        return text(bytes.toByteArray());
    }

    /** UTF-8 in which halves of surrogate pairs have bytes too. */
    private static String text(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < bytes.length; ) {
            int first = bytes[i] & 0xFF;
            int length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
            int codePoint = length == 1 ? first : first & (0xFF >> (length + 1));
            for (int next = 1; next < length; next++) {
                codePoint = codePoint << 6 | bytes[i + next] & 0x3F;
            }
            text.appendCodePoint(codePoint);
            i += length;
        }
        return text.toString();
    }
}
