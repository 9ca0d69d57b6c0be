package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Runs the whole script at times that the test says. Every bench has keys of its own. */
final class ScriptBench implements AutoCloseable {

    private static final AtomicInteger BENCHES = new AtomicInteger();

    private final SettableTime time = SettableTime.withExpiry();
    private String prefix;

    ScriptBench() {
        renew();
    }

    /** Keys nobody has used. */
    void renew() {
        prefix = time.redis().prefix() + ":" + BENCHES.incrementAndGet() + ":";
    }

    String key(String name) {
        return prefix + name;
    }

    ScriptBench at(long micros) throws StoreFailureException {
        time.set(micros);
        return this;
    }

    /** The reply, numbers as such and text as text. */
    List<Object> run(RawCall call) throws StoreFailureException {
        List<?> reply = time.redis()
                .link()
                .session()
                .evalList(time.redis().script().text(), bytes(call.keys()), bytes(call.arguments()))
                .toCompletableFuture()
                .join();
        return reply.stream()
                .map(value -> value instanceof byte[] text ? new String(text, StandardCharsets.UTF_8) : value)
                .collect(Collectors.toList());
    }

    private static byte[][] bytes(List<String> words) {
        return words.stream().map(DecisionScript::ascii).toArray(byte[][]::new);
    }

    void write(String name, String state) {
        time.redis().commands().set(key(name), BucketState.packed(state));
    }

    String read(String name) {
        return BucketState.written(time.redis().commands().get(key(name)));
    }

    void writeList(String name) {
        time.redis().commands().rpush(key(name), "not a string");
    }

    /** Entries of a log, one for each time, numbered within it. */
    void writeLog(String name, long... times) {
        for (int i = 0; i < times.length; i++) {
            long at = times[i];
            long number =
                    Arrays.stream(times, 0, i).filter(other -> other == at).count();
            time.redis().commands().zadd(key(name), at, "%d:%04d".formatted(at, number));
        }
    }

    /** The members of a log, oldest first. */
    List<String> readLog(String name) {
        return time.redis().commands().zrange(key(name), 0, -1);
    }

    String typeOf(String name) {
        return time.redis().commands().type(key(name));
    }

    /** Microseconds after the epoch of the test at which the key expires. */
    long expiryOf(String name) {
        return time.expiryOf(key(name));
    }

    @Override
    public void close() {
        time.close();
    }
}
