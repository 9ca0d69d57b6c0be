package io.github.ratelimit.internal.redis;

import io.github.ratelimit.testing.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One file of the script by itself: its pure function is called in Redis and touches no key. */
final class AlgorithmScript implements AutoCloseable {

    private static final String CALL = """
            local limit = { capacity = tonumber(ARGV[3]), count = tonumber(ARGV[4]), period = tonumber(ARGV[5]),
              charged_until = tonumber(ARGV[7]), window_end = tonumber(ARGV[8]), levels = {} }
            for i = 9, #ARGV do
              limit.levels[i - 8] = tonumber(ARGV[i])
            end
            local fits, wait, remaining, reset, state, expiry, mended, alerts, delay =
              algorithms.LETTER(ARGV[1] ~= '' and ARGV[1], tonumber(ARGV[2]), limit, tonumber(ARGV[6]))
            return { fits and 1 or 0, wait, remaining, reset, state or '', expiry, mended and 1 or 0, alerts, delay }
            """;

    private final RedisClient client = RedisClient.create(
            RedisURI.create(RedisServer.shared().host(), RedisServer.shared().port()));
    private final StatefulRedisConnection<String, String> connection =
            client.connect(new StringCodec(StandardCharsets.ISO_8859_1));
    private final String script;

    AlgorithmScript(String file, String letter) {
        this("", file, letter);
    }

    private AlgorithmScript(String before, String file, String letter) {
        this.script = "local algorithms = {}\n" + before + DecisionScript.read(file) + CALL.replace("LETTER", letter);
    }

    /** A file that calls what another one defines. */
    static AlgorithmScript after(String other, String file, String letter) {
        return new AlgorithmScript(DecisionScript.read(other), file, letter);
    }

    /** What the function returns. */
    record Answer(
            boolean fits,
            long waitMicros,
            long remaining,
            long reset,
            String state,
            long expiry,
            boolean mended,
            long alerts) {}

    /**
     * What the function is given.
     *
     * @param text the state; empty: none
     */
    record Question(
            String text,
            long now,
            long capacity,
            long count,
            long period,
            String chargedUntil,
            String windowEnd,
            List<Integer> levels) {

        /** A limit whose capacity is its count, without a state. */
        static Question of(long count, long period) {
            return new Question("", 0, count, count, period, "", "", List.of());
        }

        Question capacity(long other) {
            return new Question(text, now, other, count, period, chargedUntil, windowEnd, levels);
        }

        Question state(String other) {
            return new Question(other, now, capacity, count, period, chargedUntil, windowEnd, levels);
        }

        Question at(long other) {
            return new Question(text, other, capacity, count, period, chargedUntil, windowEnd, levels);
        }

        Question chargedUntil(long micros) {
            return new Question(text, now, capacity, count, period, String.valueOf(micros), windowEnd, levels);
        }

        Question windowEnd(long micros) {
            return new Question(text, now, capacity, count, period, chargedUntil, String.valueOf(micros), levels);
        }

        Question levels(Integer... percentages) {
            return new Question(text, now, capacity, count, period, chargedUntil, windowEnd, List.of(percentages));
        }
    }

    /** Takes so many permits; gives them back if below 0. */
    Answer take(Question question, long cost) {
        List<Object> reply = run(question, cost);
        return new Answer(
                number(reply, 0) == 1,
                number(reply, 1),
                number(reply, 2),
                number(reply, 3),
                BucketState.written((String) reply.get(4)),
                number(reply, 5),
                number(reply, 6) == 1,
                number(reply, 7));
    }

    /** How long the permits wait for their turn, in µs. */
    long delay(Question question, long cost) {
        return number(run(question, cost), 8);
    }

    private List<Object> run(Question question, long cost) {
        List<Object> numbers = List.of(
                BucketState.packed(question.text()),
                question.now(),
                question.capacity(),
                question.count(),
                question.period(),
                cost,
                question.chargedUntil(),
                question.windowEnd());
        String[] arguments = Stream.concat(numbers.stream(), question.levels().stream())
                .map(String::valueOf)
                .collect(Collectors.toList())
                .toArray(String[]::new);
        return connection.sync().eval(script, ScriptOutputType.MULTI, new String[0], arguments);
    }

    private static long number(List<Object> reply, int index) {
        return (Long) reply.get(index);
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }
}
