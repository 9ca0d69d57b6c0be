package io.github.ratelimit.internal.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection, and what is known of the clock of the Redis behind it. Commands are sent without a wait, each once, and
 * answered in their order; one that cannot be sent may also throw a RuntimeException. Values are as in RESP2: Long, byte[],
 * List.
 */
abstract class RedisSession {

    private volatile long offsetMicros;

    abstract boolean isOpen();

    /** Waits for nothing. What has not been answered yet fails. */
    abstract void close();

    /** Runs a script that Redis knows by this hash. */
    abstract CompletionStage<List<Object>> evalHash(String sha, byte[][] keys, byte[]... arguments);

    /** Runs a script that answers a list. */
    abstract CompletionStage<List<Object>> evalList(byte[] script, byte[][] keys, byte[]... arguments);

    /** Runs a script that answers a number. */
    abstract CompletionStage<Long> evalNumber(byte[] script, byte[][] keys, byte[]... arguments);

    /** Runs the script for several slots, in one write where the client can. By its text, where Redis has forgotten it. */
    abstract List<CompletionStage<List<Object>>> runAll(DecisionScript script, List<SlotCall> calls);

    /** Which node of a Cluster has which slots. */
    abstract CompletionStage<List<Object>> clusterSlots();

    abstract CompletionStage<?> loadScript(byte[] script);

    abstract CompletionStage<List<byte[]>> time();

    abstract CompletionStage<Map<byte[], byte[]>> hashFields(byte[] key);

    abstract CompletionStage<?> setHashFields(byte[] key, Map<byte[], byte[]> fields);

    abstract CompletionStage<?> delete(byte[]... keys);

    abstract CompletionStage<?> publish(byte[] channel, byte[] message);

    /** What Redis has answered, if a failure is an error that it has answered with; else null. */
    abstract @Nullable String errorAnswered(Throwable failure);

    /**
     * Notes Redis's time of an answer that has just come. The answer was on its way for a while, so the clock is taken
     * for earlier than it is: a call's not-after is never later than its caller's deadline.
     */
    void observe(long redisMicros) {
        offsetMicros = redisMicros - localMicros();
    }

    /** The same for the answer to {@code TIME}. */
    void observeTime(List<byte[]> reply) {
        long seconds = Long.parseLong(new String(reply.get(0), US_ASCII));
        long micros = Long.parseLong(new String(reply.get(1), US_ASCII));
        observe(seconds * 1_000_000 + micros);
    }

    /** Redis's time now, as far as known. */
    long redisMicros() {
        return localMicros() + offsetMicros;
    }

    /** Redis's time at the deadline, as far as known. */
    long redisMicros(Deadline deadline) {
        return deadline.endMicros() + offsetMicros;
    }

    private static long localMicros() {
        return TimeUnit.NANOSECONDS.toMicros(System.nanoTime());
    }
}
