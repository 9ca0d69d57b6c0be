package io.github.ratelimit.internal.redis;

import static io.github.ratelimit.internal.redis.DecisionScript.ascii;

import io.github.ratelimit.internal.redis.ScriptRequest.Mode;
import io.lettuce.core.protocol.CommandArgs;
import java.util.ArrayList;
import java.util.List;

/** Keys and arguments of one script call: not-after, what it is made of, then its requests'. */
final class ScriptCall {

    private static final int OWN_ARGUMENTS = 2;

    /** A request's number of checks is a byte then. */
    private static final int MOST_CHECKS = 255;

    private final List<byte[]> keys;
    private final List<byte[]> arguments;

    private ScriptCall(List<byte[]> keys, List<byte[]> arguments) {
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
            argumentCount += 2 + request.arguments().size();
            buckets &= request.mode() == Mode.TAKE_FROM_BUCKETS && request.checks() <= MOST_CHECKS;
        }
        List<byte[]> keys = new ArrayList<>(keyCount);
        List<byte[]> arguments = new ArrayList<>(argumentCount);
        arguments.add(ascii(notAfter));
        arguments.add(buckets ? sizes(requests) : ascii(requests.size()));
        for (ScriptRequest request : requests) {
            if (!buckets) {
                arguments.add(request.mode().letter());
                arguments.add(ascii(request.checks()));
            }
            addAll(keys, request.keys());
            addAll(arguments, request.arguments());
        }
        return new ScriptCall(keys, arguments);
    }

    /** Without the copy that {@link List#addAll} makes first: nearly all have one element. */
    private static void addAll(List<byte[]> all, List<byte[]> some) {
        for (int i = 0; i < some.size(); i++) {
            all.add(some.get(i));
        }
    }

    /** How many checks each request has, as {@code buckets.lua} reads it. */
    private static byte[] sizes(List<ScriptRequest> requests) {
        byte[] sizes = new byte[1 + requests.size()];
        sizes[0] = 'b';
        for (int i = 0; i < requests.size(); i++) {
            sizes[i + 1] = (byte) requests.get(i).checks();
        }
        return sizes;
    }

    List<byte[]> keys() {
        return keys;
    }

    List<byte[]> arguments() {
        return arguments;
    }

    /** Adds all of it to what {@code EVALSHA} and {@code EVAL} begin with. */
    CommandArgs<byte[], byte[]> addTo(CommandArgs<byte[], byte[]> script) {
        script.add(keys.size());
        keys.forEach(script::add);
        arguments.forEach(script::add);
        return script;
    }
}
