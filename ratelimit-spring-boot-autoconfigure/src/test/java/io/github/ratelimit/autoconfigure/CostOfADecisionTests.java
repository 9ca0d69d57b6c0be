package io.github.ratelimit.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** What a decision may cost, in whatever can be counted and needs no clock. */
class CostOfADecisionTests {

    private static final RedisServer SERVER = RedisServer.start();
    private static final RedisClient CLIENT = RedisClient.create(RedisURI.create(SERVER.host(), SERVER.port()));
    private static final RedisCommands<String, String> REDIS = CLIENT.connect().sync();
    private static final ConfigurableApplicationContext CONTEXT = RunningApplication.run(
            Application.class,
            "spring.main.web-application-type=none",
            "spring.data.redis.port=" + SERVER.port(),
            "ratelimit.instances=1", // no heartbeat, which sends commands too
            "ratelimit.redis.deadline=20s",
            "ratelimit.policies.api.limit=100000/1d",
            "ratelimit.policies.api.key=principal",
            "ratelimit.policies.hourly.limit=10000/1h, 50000/1d",
            "ratelimit.policies.hourly.key=principal",
            "ratelimit.policies.tight.limit=1/1d",
            "ratelimit.policies.tight.key=principal");

    private final RateLimiter limiter = CONTEXT.getBean(RateLimiter.class);

    @Configuration
    @EnableAutoConfiguration
    static class Application {}

    /** The limiter listens for changes by a connection of its own, which it makes in the background. */
    @BeforeAll
    static void awaitAllConnections() {
        Awaitility.await().until(() -> !REDIS.pubsubChannels().isEmpty());
    }

    @AfterAll
    static void close() {
        CONTEXT.close();
        CLIENT.shutdown();
        SERVER.close();
    }

    /** What the limiter asks now and then, whether there are decisions or not: the time, and whether limits have changed. */
    private static final Set<String> BACKGROUND = Set.of("time", "hgetall");

    /** How often Redis has run each command for decisions, by clients and by scripts. */
    private static Map<String, Long> commands() {
        Map<String, Long> calls = new TreeMap<>();
        REDIS.info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_"))
                .forEach(line -> {
                    String command = line.substring("cmdstat_".length(), line.indexOf(':'));
                    calls.put(command, Long.parseLong(line.substring(line.indexOf("calls=") + 6, line.indexOf(','))));
                });
        calls.keySet().removeIf(command -> command.startsWith("info") || command.startsWith("config"));
        calls.keySet().removeAll(BACKGROUND);
        return calls;
    }

    private static void forgetCommands() {
        REDIS.configResetstat();
    }

    @Test
    void ofSeveralChecksIsOneCall() {
        forgetCommands();
        for (int i = 0; i < 50; i++) {
            assertThat(limiter.tryAcquire(RateLimitCheck.of("api", "one-call"), RateLimitCheck.of("hourly", "one-call"))
                            .isAllowed())
                    .isTrue();
        }

        // One limit and two: three keys a decision, each read and written once.
        assertThat(commands()).isEqualTo(Map.of("evalsha", 50L, "get", 150L, "set", 150L));
    }

    @Test
    void sendsNoOtherCommandsThanThese() {
        RateLimitCheck check = RateLimitCheck.of("api", "sequence");
        forgetCommands();
        limiter.tryAcquire(check);
        RateLimitDecision second = limiter.tryAcquire(check);
        limiter.peek(check);
        limiter.refund(second);
        Awaitility.await().until(() -> commands().getOrDefault("set", 0L) == 3);
        limiter.reset(check);

        assertThat(commands()).isEqualTo(Map.of("evalsha", 4L, "get", 4L, "set", 3L, "del", 1L));
    }

    @Test
    void thatRefusesWritesNothingAndIsThenRemembered() {
        RateLimitCheck check = RateLimitCheck.of("tight", "refused").cost(2); // never fits, so the state stays absent
        forgetCommands();
        for (int i = 0; i < 100; i++) {
            assertThat(limiter.tryAcquire(check).isAllowed()).isFalse();
        }

        Map<String, Long> commands = commands();
        assertThat(commands.keySet()).containsExactlyInAnyOrder("evalsha", "get");
        assertThat(commands.get("evalsha")).isLessThan(50); // one a second
    }

    /**
     * Bytes that the calling thread allocates for a decision, the check and its text included: the least of five times, since
     * the compiler at work can only add to it.
     */
    private long bytes(String policy, int decisions) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            least = Math.min(least, bytesOnce(policy, decisions));
        }
        return least;
    }

    private long bytesOnce(String policy, int decisions) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < decisions; i++) {
            limiter.tryAcquire(RateLimitCheck.of(policy, "allocating"));
        }
        return (threads.getCurrentThreadAllocatedBytes() - before) / decisions;
    }

    @Test
    void byRedisAllocatesLittle() {
        assertThat(bytes("api", 1_000)).isLessThan(3_400); // 2,750 to 3,110 as measured, the command included
    }

    @Test
    void fromMemoryAllocatesLess() {
        assertThat(bytes("tight", 20_000)).isLessThan(850); // 420 to 660 as measured, the note for the log included
    }
}
