package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.local.LocalClock;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;

/**
 * One time for a script and a local store, which only the test moves. The script's keys expire by this time too, so that
 * no test depends on how long it takes.
 */
final class SettableTime implements LocalClock, AutoCloseable {

    private static final String SCRIPT = """
            local real = redis
            local function clock()
              return tonumber(real.call('GET', 'NAME:now') or '0')
            end
            local function expire(key)
              local at = real.call('GET', 'NAME:expires:' .. key)
              if EXPIRES and at and tonumber(at) <= clock() then
                real.call('DEL', key, 'NAME:expires:' .. key)
              end
            end
            local function note(key, millis)
              local at = string.format('%.0f', clock() + millis * 1000)
              real.call('SET', 'NAME:expires:' .. key, at, 'PX', 600000)
            end
            local redis = {}
            function redis.pcall(command, key, ...)
              expire(key)
              if command == 'SET' then
                local text, _, millis = ...
                note(key, millis)
                return real.pcall('SET', key, text, 'PX', 600000)
              elseif command == 'PEXPIRE' then
                note(key, ...)
                return real.pcall('PEXPIRE', key, 600000)
              end
              return real.pcall(command, key, ...)
            end
            function redis.call(...)
              local reply = redis.pcall(...)
              if type(reply) == 'table' and reply.err then
                error(reply.err)
              end
              return reply
            end
            """;

    private final String name = "time:" + System.identityHashCode(this);
    private final TestRedis redis;
    private long now;
    private int sets;

    private SettableTime(boolean expires) {
        String clock = SCRIPT.replace("NAME", name).replace("EXPIRES", String.valueOf(expires));
        this.redis = TestRedis.withClock(clock);
    }

    /** Keys expire as in Redis. */
    static SettableTime withExpiry() {
        return new SettableTime(true);
    }

    /** Keys stay, as if somebody had made them persistent. */
    static SettableTime withoutExpiry() {
        return new SettableTime(false);
    }

    TestRedis redis() {
        return redis;
    }

    /**
     * Sets the time of both. Redis does this before whatever the link sends next. Nobody waits for it but now and then,
     * so that those who only ask a local store do not send more than a link may have unanswered.
     */
    void set(long micros) throws StoreFailureException {
        now = micros;
        AsyncCommand<byte[], byte[], String> done = new AsyncCommand<>(new Command<>(
                CommandType.SET,
                new StatusOutput<>(ByteArrayCodec.INSTANCE),
                new CommandArgs<>(ByteArrayCodec.INSTANCE)
                        .addKey(DecisionScript.ascii(name + ":now"))
                        .addValue(DecisionScript.ascii(micros))));
        ((LettuceSession) redis.link().session()).send(List.of(done));
        if (sets++ % 100 == 0) {
            done.toCompletableFuture().join();
        }
    }

    /** When the key expires. */
    long expiryOf(String key) {
        return Long.parseLong(redis.commands().get(name + ":expires:" + key));
    }

    @Override
    public long monotonicMicros() {
        return now;
    }

    @Override
    public long wallMicros() {
        return now;
    }

    @Override
    public void close() {
        redis.close();
    }
}
