package io.github.ratelimit.internal.redis;

import static io.github.ratelimit.internal.redis.DecisionScript.ascii;

import io.github.ratelimit.internal.redis.ScriptRequest.Mode;
import java.util.List;

/** Keys and arguments of one script call: not-after, what it is made of, then its requests'. */
final class ScriptCall {

    private static final int OWN_ARGUMENTS = 2;

    /** A request's number of checks is less than this in {@code buckets.lua}; this is added when it only looks. */
    private static final int LOOKS = 128;

    private final byte[][] keys;
    private final byte[][] arguments;

    private ScriptCall(byte[][] keys, byte[][] arguments) {
        this.keys = keys;
        this.arguments = arguments;
    }

    /** A call that decides whenever it runs. */
    static ScriptCall of(ScriptRequest request) {
        return of(0, List.of(request));
    }

    /**
     * A call of these requests.
     *
     * @param notAfter later than this, in Redis's µs, it decides and charges nothing; 0: whenever it runs
     */
    static ScriptCall of(long notAfter, List<ScriptRequest> requests) {
        int keyCount = 0;
        int argumentCount = OWN_ARGUMENTS;
        boolean buckets = true;
        for (ScriptRequest request : requests) {
            keyCount += request.keys().size();
            argumentCount += request.arguments().size();
            buckets &= request.mode().isOfBuckets() && request.checks() < LOOKS;
        }
        byte[][] keys = new byte[keyCount][];
        byte[][] arguments = new byte[buckets ? argumentCount : argumentCount + 2 * requests.size()][];
        int key = 0;
        int argument = 0;
        arguments[argument++] = ascii(notAfter);
        arguments[argument++] = buckets ? sizes(requests) : ascii(requests.size());
        for (ScriptRequest request : requests) {
            if (!buckets) {
                arguments[argument++] = request.mode().letter();
                arguments[argument++] = ascii(request.checks());
            }
            key = fill(keys, key, request.keys());
            argument = fill(arguments, argument, request.arguments());
        }
        return new ScriptCall(keys, arguments);
    }

    /** Returns the place after these. */
    private static int fill(byte[][] all, int from, List<byte[]> some) {
        for (int i = 0; i < some.size(); i++) {
            all[from + i] = some.get(i);
        }
        return from + some.size();
    }

    /** How many checks each request has and whether it takes, as {@code buckets.lua} reads it. */
    private static byte[] sizes(List<ScriptRequest> requests) {
        byte[] sizes = new byte[1 + requests.size()];
        sizes[0] = 'b';
        for (int i = 0; i < requests.size(); i++) {
            ScriptRequest request = requests.get(i);
            sizes[i + 1] =
                    (byte) (request.mode() == Mode.TAKE_FROM_BUCKETS ? request.checks() : request.checks() + LOOKS);
        }
        return sizes;
    }

    byte[][] keys() {
        return keys;
    }

    byte[][] arguments() {
        return arguments;
    }
}
