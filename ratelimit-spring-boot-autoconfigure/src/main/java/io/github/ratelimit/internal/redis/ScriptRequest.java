package io.github.ratelimit.internal.redis;

import static io.github.ratelimit.internal.redis.DecisionScript.ascii;

import java.util.ArrayList;
import java.util.List;

/**
 * One request's part of a script call, in the order that {@code decide.lua} reads it.
 *
 * @param keys all keys of its checks
 * @param arguments all arguments, beginning with its mode
 */
record ScriptRequest(List<byte[]> keys, List<byte[]> arguments) {

    /** Of a check with one limit. */
    private static final int USUAL_ARGUMENTS = 7;

    static ScriptRequest of(byte[] mode, int checks) {
        return new ScriptRequest(new ArrayList<>(checks), new ArrayList<>(2 + checks * USUAL_ARGUMENTS))
                .add(mode)
                .add(checks);
    }

    ScriptRequest add(byte[] argument) {
        arguments.add(argument);
        return this;
    }

    ScriptRequest add(long argument) {
        return add(ascii(argument));
    }
}
