package io.github.ratelimit.internal.redis;

import static io.github.ratelimit.internal.redis.DecisionScript.ascii;

/** Keys and arguments of one script call: not-after, the number of its requests, then theirs. */
final class ScriptCall {

    private static final int OWN_ARGUMENTS = 2;

    private final byte[][] keys;
    private final byte[][] arguments;

    private ScriptCall(byte[][] keys, byte[][] arguments) {
        this.keys = keys;
        this.arguments = arguments;
    }

    /** A call that decides whenever it runs. */
    static ScriptCall of(ScriptRequest request) {
        return of(0, request);
    }

    /**
     * A call of these requests.
     *
     * @param notAfter later than this, in Redis's µs, it decides and charges nothing; 0: whenever it runs
     */
    static ScriptCall of(long notAfter, ScriptRequest... requests) {
        int keyCount = 0;
        int argumentCount = OWN_ARGUMENTS;
        for (ScriptRequest request : requests) {
            keyCount += request.keys().size();
            argumentCount += request.arguments().size();
        }
        byte[][] keys = new byte[keyCount][];
        byte[][] arguments = new byte[argumentCount][];
        arguments[0] = ascii(notAfter);
        arguments[1] = ascii(requests.length);
        int nextKey = 0;
        int nextArgument = OWN_ARGUMENTS;
        for (ScriptRequest request : requests) {
            for (byte[] key : request.keys()) {
                keys[nextKey++] = key;
            }
            for (byte[] argument : request.arguments()) {
                arguments[nextArgument++] = argument;
            }
        }
        return new ScriptCall(keys, arguments);
    }

    byte[][] keys() {
        return keys;
    }

    byte[][] arguments() {
        return arguments;
    }
}
