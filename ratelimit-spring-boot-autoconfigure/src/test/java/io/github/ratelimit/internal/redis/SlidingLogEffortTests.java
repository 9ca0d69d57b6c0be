package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.redis.RawCall.Check;
import io.lettuce.core.ScriptOutputType;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A full log of a thousand is asked only what Redis answers without walking over it. */
class SlidingLogEffortTests {

    private static final long SECOND = 1_000_000;

    /** The time stands still at 50 s; every command is noted with the length of its reply. */
    private static final String NOTING = """
            local function clock()
              return 50000000
            end
            local real = redis
            local redis = {}
            function redis.pcall(command, key, ...)
              local reply = real.pcall(command, key, ...)
              local length = type(reply) == 'table' and #reply or 0
              real.call('RPUSH', 'effort:commands', command .. ' ' .. length)
              return reply
            end
            redis.call = redis.pcall
            """;

    private final TestRedis redis = TestRedis.withClock(NOTING);
    private final String key = redis.prefix() + ":full";

    @BeforeEach
    void fillTheLog() {
        String fill = """
                for i = 0, 999 do
                  redis.call('ZADD', KEYS[1], 49500000 + i % 900, string.format('%d:%d', 49500000 + i % 900, i / 900))
                end
                """;
        redis.commands().eval(fill, ScriptOutputType.STATUS, key);
        redis.commands().del("effort:commands");
    }

    @AfterEach
    void close() {
        redis.commands().del("effort:commands", key);
        redis.close();
    }

    private List<String> commandsOf(RawCall call) throws StoreFailureException {
        redis.link()
                .session()
                .evalList(redis.script().text(), bytes(call.keys()), bytes(call.arguments()))
                .toCompletableFuture()
                .join();
        return redis.commands().lrange("effort:commands", 0, -1);
    }

    private static byte[][] bytes(List<String> words) {
        return words.stream().map(DecisionScript::ascii).toArray(byte[][]::new);
    }

    private Check log(long cost) {
        return Check.log(cost).limit(key, 1_000, SECOND);
    }

    @Test
    void byARefusal() throws StoreFailureException {
        assertThat(commandsOf(RawCall.of().take(log(900))))
                .containsExactly("ZCOUNT 0", "ZRANGE 2", "ZCARD 0", "ZRANGE 2");
    }

    @Test
    void byACharge() throws StoreFailureException {
        Check more = Check.log(1).limit(key, 1_000, 2 * SECOND);
        redis.commands().zremrangebyrank(key, 0, 0);

        assertThat(commandsOf(RawCall.of().take(more)))
                .containsExactly("ZCOUNT 0", "ZRANGE 2", "ZCOUNT 0", "ZADD 0", "ZCOUNT 0", "PEXPIRE 0");
    }

    @Test
    void onlyARefundReadsEntriesAndOnlyThoseOfItsMicrosecond() throws StoreFailureException {
        assertThat(commandsOf(RawCall.of().refund(log(-2).chargedUntil(49_500_000 + SECOND))))
                .containsExactly(
                        "ZCOUNT 0",
                        "ZRANGE 2",
                        "ZCOUNT 0",
                        "ZRANGEBYSCORE 2",
                        "ZREM 0",
                        "ZREM 0",
                        "ZCOUNT 0",
                        "PEXPIRE 0");
    }
}
