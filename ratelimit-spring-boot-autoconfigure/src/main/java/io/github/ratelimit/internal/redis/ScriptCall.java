package io.github.ratelimit.internal.redis;

import static io.github.ratelimit.internal.redis.DecisionScript.ascii;

import java.util.ArrayList;
import java.util.List;

/**
 * Keys and arguments of one script call, in the order that {@code decide.lua} reads them.
 *
 * @param keys all keys of all checks
 * @param arguments all arguments; the first is not-after
 */
record ScriptCall(List<byte[]> keys, List<byte[]> arguments) {

    private static final byte[] NO_NOT_AFTER = ascii(0);

    static ScriptCall empty() {
        List<byte[]> arguments = new ArrayList<>(16);
        arguments.add(NO_NOT_AFTER);
        return new ScriptCall(new ArrayList<>(4), arguments);
    }

    ScriptCall add(byte[] argument) {
        arguments.add(argument);
        return this;
    }

    ScriptCall add(long argument) {
        return add(ascii(argument));
    }

    /** Later than this, in Redis's µs, the call decides and charges nothing. */
    void notAfter(long redisMicros) {
        arguments.set(0, ascii(redisMicros));
    }

    byte[][] keyArray() {
        return keys.toArray(byte[][]::new);
    }

    byte[][] argumentArray() {
        return arguments.toArray(byte[][]::new);
    }
}
