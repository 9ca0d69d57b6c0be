package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
@ParameterizedClass
@EnumSource
class HeartbeatTests {

    private final RedisServer server = RedisServer.start();
    private final TestRedis redis;
    private final List<RedisLink> links = new ArrayList<>();
    private final String set;

    HeartbeatTests(Client client) {
        redis = TestRedis.of(server, client);
        set = redis.prefix() + ":instances";
    }

    @AfterEach
    void close() {
        links.forEach(RedisLink::close);
        redis.close();
        server.close();
    }

    private Heartbeat instance() {
        RedisLink link = redis.newLink();
        links.add(link);
        Heartbeat heartbeat = new Heartbeat(redis.prefix());
        heartbeat.over(link);
        return heartbeat;
    }

    private static void awaitCount(Heartbeat heartbeat, int count) {
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> heartbeat.getAsInt() == count);
    }

    /** An instance takes itself for one before it is counted; the next must not come before that. */
    private void awaitFirst(Heartbeat heartbeat) {
        Awaitility.await().until(() -> redis.commands().zcard(set) == 1);
        awaitCount(heartbeat, 1);
    }

    private double nowMicros() {
        return Double.parseDouble(redis.commands().time().get(0)) * 1_000_000;
    }

    @Test
    void countsThoseThatLive() {
        awaitFirst(instance());
        awaitCount(instance(), 2);
        awaitCount(instance(), 3);
        assertThat(redis.commands().pttl(set)).isBetween(60_000L, 90_000L);
    }

    @Test
    void forgetsThoseNotHeardOfForHalfAMinute() {
        redis.commands().zadd(set, nowMicros() - 31_500_000, "dead");
        redis.commands().zadd(set, nowMicros() - 20_000_000, "alive");

        awaitCount(instance(), 2);
        assertThat(redis.commands().zrange(set, 0, -1)).contains("alive").doesNotContain("dead");
    }

    @Test
    void forgetsThoseOfAClockThatWentBack() {
        redis.commands().zadd(set, nowMicros() + 3_600_000_000d, "of the future");

        awaitCount(instance(), 1);
        assertThat(redis.commands().zcard(set)).isOne();
    }

    @Test
    void keepsTheCountThroughAnOutage() throws Exception {
        Heartbeat first = instance();
        awaitFirst(first);
        Heartbeat second = instance();
        awaitCount(second, 2);
        server.kill();
        TimeUnit.MILLISECONDS.sleep(500);

        assertThat(second.getAsInt()).isEqualTo(2);
    }

    @Test
    void isOneBeforeItWasEverCountedAndSaysSoOnce(CapturedOutput output) {
        Heartbeat heartbeat = new Heartbeat("nobody");

        assertThat(heartbeat.getAsInt()).isOne();
        assertThat(heartbeat.getAsInt()).isOne();
        assertThat(output.getOut()).containsOnlyOnce("Redis has never told how many instances there are");
    }

    @Test
    void saysWhyRedisRefusesIt(CapturedOutput output) {
        redis.commands().set(set, "of another type");
        Heartbeat heartbeat = instance();
        RedisLink link = links.get(0);
        Awaitility.await().until(() -> redis.commands().info("commandstats").contains("cmdstat_eval:"));
        // Redis answers in order, so that with this answer the one to the heartbeat is there too.
        Awaitility.await()
                .until(() -> link.session().time().toCompletableFuture().get() != null);

        assertThat(heartbeat.getAsInt()).isOne();
        assertThat(output.getOut()).contains("Redis has never told").contains("WRONGTYPE");
    }
}
