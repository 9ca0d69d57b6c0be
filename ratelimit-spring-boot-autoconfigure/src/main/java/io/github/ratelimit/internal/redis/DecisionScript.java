package io.github.ratelimit.internal.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The one script: a clock, a file of pure arithmetic for each algorithm, and the driver, put together once. The commonest
 * calls end before the most of it.
 */
final class DecisionScript {

    private static final List<String> PARTS = List.of(
            "straight.lua",
            "token-bucket.lua",
            "buckets.lua",
            "fixed-window.lua",
            "sliding-window.lua",
            "sliding-log.lua",
            "leaky-bucket.lua",
            "decide.lua");

    /** Most numbers of a call: costs and counts of things. */
    private static final byte[][] SMALL = IntStream.range(0, 100)
            .mapToObj(Integer::toString)
            .map(DecisionScript::ascii)
            .toArray(byte[][]::new);

    private final byte[] text;
    private final String sha;

    private DecisionScript(byte[] text) {
        this.text = text;
        this.sha = sha1(text);
    }

    /** The script on Redis's own clock. */
    static DecisionScript load() {
        return withClock(read("clock.lua"));
    }

    /** The script on another clock: Lua text that defines {@code clock()} in microseconds. */
    static DecisionScript withClock(String clock) {
        StringBuilder text = new StringBuilder(clock);
        for (String part : PARTS) {
            text.append(read(part));
        }
        return new DecisionScript(text.toString().getBytes(UTF_8));
    }

    /** What Redis runs. */
    byte[] text() {
        return text;
    }

    /** What Redis knows it by. */
    String sha() {
        return sha;
    }

    /** One of the files beside this class. */
    static String read(String file) {
        try (InputStream stream = DecisionScript.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException(file + " is missing from the jar");
            }
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String sha1(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has SHA-1", missing);
        }
    }

    /** A number or word as the script reads it. */
    static byte[] ascii(String word) {
        return word.getBytes(US_ASCII);
    }

    /** A number as the script reads it. */
    static byte[] ascii(long number) {
        return 0 <= number && number < SMALL.length ? SMALL[(int) number] : ascii(Long.toString(number));
    }
}
