package io.github.ratelimit.internal.redis;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bucket's state as tests write it: {@code t<used permits> <µs>}, or {@code k…}. Redis has the letter and two doubles. What
 * is not written so is another state, the same for both. Strings that Redis has are read and written byte by byte, as
 * ISO 8859-1.
 */
final class BucketState {

    private static final Pattern WRITTEN = Pattern.compile("([tk])(\\S+) (\\S+)");
    private static final MathContext ALL_DIGITS = new MathContext(17, RoundingMode.HALF_EVEN);
    private static final int LENGTH = 1 + 2 * Double.BYTES;

    private BucketState() {}

    /** What Redis has. */
    static String packed(String written) {
        Matcher parts = WRITTEN.matcher(written);
        if (!parts.matches()) {
            return written;
        }
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
        bytes.put((byte) written.charAt(0))
                .putDouble(Double.parseDouble(parts.group(2)))
                .putDouble(Double.parseDouble(parts.group(3)));
        return new String(bytes.array(), StandardCharsets.ISO_8859_1);
    }

    /** What a test would write for it; null: there is none. */
    static String written(String packed) {
        if (packed == null || packed.length() != LENGTH || (packed.charAt(0) != 't' && packed.charAt(0) != 'k')) {
            return packed;
        }
        ByteBuffer bytes = ByteBuffer.wrap(packed.getBytes(StandardCharsets.ISO_8859_1));
        return packed.charAt(0) + digits(bytes.getDouble(1)) + " " + digits(bytes.getDouble(1 + Double.BYTES));
    }

    private static String digits(double number) {
        return number == 0
                ? "0"
                : new BigDecimal(number).round(ALL_DIGITS).stripTrailingZeros().toPlainString();
    }
}
