package io.github.ratelimit.internal.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of a key as the text that a store knows. Injective: two different keys never have the same text. The
 * text is made of {@code A–Z a–z 0–9 . _ - @ + % , = #} only, so no value can touch the braces of a Cluster hash tag.
 *
 * <ul>
 *   <li>every other byte of a value (UTF-8) is written {@code %XX}; parts are joined by {@code ,}
 *   <li>values of a second alternative begin with their kind: {@code ip=203.0.113.9}
 *   <li>a hashed part is {@code #} and 64 hex digits
 *   <li>of more than eight parts all are hashed together: {@code ##} and 64 hex digits
 * </ul>
 */
public final class KeyEncoder {

    private static final int MAX_PLAIN_BYTES = 64;
    private static final int MAX_PARTS = 8;
    private static final int SHORT_HASH_BYTES = 8;

    /** Of a hashed part: its sign and 64 digits. */
    private static final int HASH_LENGTH = 65;

    private static final HexFormat UPPER_HEX = HexFormat.of().withUpperCase();
    private static final boolean[] PLAIN = new boolean[128];

    static {
        for (char plain : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-@+".toCharArray()) {
            PLAIN[plain] = true;
        }
    }

    private final HashKeys hashKeys;
    private final @Nullable SecretKeySpec secret;

    /** Hashes as told, with HMAC-SHA-256 when there is a secret, else with SHA-256. */
    public KeyEncoder(HashKeys hashKeys, @Nullable String secret) {
        this.hashKeys = hashKeys;
        this.secret = secret == null ? null : new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256");
    }

    /**
     * The text of a key.
     *
     * @param kind name of a second alternative; null for values of the first
     * @param parts where each value comes from, as far as that is known
     * @param values the normalized values
     */
    public String encode(@Nullable String kind, List<KeyPart> parts, List<String> values) {
        if (kind == null && values.size() == 1 && isPlain(parts, values.get(0))) {
            return values.get(0);
        }
        StringBuilder text = new StringBuilder(32);
        if (kind != null) {
            appendEscaped(text, utf8(kind));
            text.append('=');
        }
        int begin = text.length();
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                text.append(',');
            }
            appendValue(text, i < parts.size() ? parts.get(i) : null, values.get(i));
        }
        if (values.size() > MAX_PARTS) {
            String all = text.substring(begin);
            text.setLength(begin);
            text.append("##").append(HexFormat.of().formatHex(hash(utf8(all))));
        }
        return text.toString();
    }

    /** Whether a key's text begins with the kind of a second alternative. In values {@code =} is escaped. */
    public static boolean hasKind(String key) {
        return key.indexOf('=') >= 0;
    }

    /**
     * Sixteen hex digits that stand for a key in logs: the first of its hash. A key that is one hash already is called by
     * its own first digits, as in Redis.
     */
    public String shortHash(String key) {
        return isOneHash(key)
                ? key.substring(1, 1 + SHORT_HASH_BYTES * 2)
                : HexFormat.of().formatHex(hash(utf8(key)), 0, SHORT_HASH_BYTES);
    }

    /** Plain text never holds the sign, and two hashed parts are longer. */
    private static boolean isOneHash(String key) {
        return key.startsWith("#") && key.length() == HASH_LENGTH;
    }

    /** Whether a value stands for itself, as most do: nothing is hashed or escaped. */
    private boolean isPlain(List<KeyPart> parts, String value) {
        if (isHashed(parts.isEmpty() ? null : parts.get(0), value.length())) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            char each = value.charAt(i);
            if (each >= PLAIN.length || !PLAIN[each]) {
                return false;
            }
        }
        return true;
    }

    /** The text of one name in a key prefix, where the same bytes are plain. */
    public static String escape(String name) {
        StringBuilder text = new StringBuilder(name.length());
        appendEscaped(text, utf8(name));
        return text.toString();
    }

    private void appendValue(StringBuilder text, @Nullable KeyPart part, String value) {
        byte[] bytes = utf8(value);
        if (isHashed(part, bytes.length)) {
            text.append('#').append(HexFormat.of().formatHex(hash(bytes)));
        } else {
            appendEscaped(text, bytes);
        }
    }

    private boolean isHashed(@Nullable KeyPart part, int bytes) {
        return switch (hashKeys) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> bytes > MAX_PLAIN_BYTES || (part != null && part.kind().isSecret());
        };
    }

    private static void appendEscaped(StringBuilder text, byte[] bytes) {
        for (byte each : bytes) {
            if (each >= 0 && PLAIN[each]) {
                text.append((char) each);
            } else {
                text.append('%');
                UPPER_HEX.toHexDigits(text, each);
            }
        }
    }

    private byte[] hash(byte[] bytes) {
        try {
            if (secret == null) {
                return MessageDigest.getInstance("SHA-256").digest(bytes);
            }
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(secret);
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java platform has SHA-256", missing);
        }
    }

    /**
     * UTF-8, but injective for every Java string: half of a surrogate pair, which has no UTF-8 and would become '?', is
     * written as the three bytes of its code point, which no valid UTF-8 holds.
     */
    private static byte[] utf8(String value) {
        if (isAscii(value)) {
            return value.getBytes(StandardCharsets.US_ASCII);
        }
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException unpairedSurrogate) {
            return utf8WithUnpairedSurrogates(value);
        }
    }

    private static boolean isAscii(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) >= 128) {
                return false;
            }
        }
        return true;
    }

    private static byte[] utf8WithUnpairedSurrogates(String value) {
        ByteBuffer bytes = ByteBuffer.allocate(value.length() * 3);
        value.codePoints().forEach(codePoint -> {
            if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
                bytes.put((byte) (0xE0 | (codePoint >> 12)));
                bytes.put((byte) (0x80 | ((codePoint >> 6) & 0x3F)));
                bytes.put((byte) (0x80 | (codePoint & 0x3F)));
            } else {
                bytes.put(Character.toString(codePoint).getBytes(UTF_8));
            }
        });
        byte[] result = new byte[bytes.position()];
        bytes.flip().get(result);
        return result;
    }
}
