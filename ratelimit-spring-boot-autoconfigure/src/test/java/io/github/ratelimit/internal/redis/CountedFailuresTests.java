package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.StoreNotAskedException;
import io.github.ratelimit.testing.RedisBinary;
import io.github.ratelimit.testing.RedisServer;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What opens the breaker and what does not. */
class CountedFailuresTests {

    private static final ResolvedCheck CHECK = check(Algorithm.TOKEN_BUCKET);
    private static final ResolvedCheck OTHER_KEY =
            ResolvedChecks.of(RateLimitPolicy.of("counted", Quota.of("1000/1h")), "ben", 1);

    private final RedisServer server = RedisServer.start();
    private final TestRedis redis = TestRedis.of(server, DecisionScript.load());
    private final CircuitBreaker resilience =
            CircuitBreaker.of("counted", TestRedis.config().build());
    private final StoreBreaker breaker = new StoreBreaker(resilience);

    @AfterEach
    void stop() {
        redis.close();
        server.close();
    }

    private static ResolvedCheck check(Algorithm algorithm) {
        return ResolvedChecks.of(
                RateLimitPolicy.of("counted", Quota.of("1000/1h")).withAlgorithm(algorithm), "ana", 1);
    }

    /** Redis's own clock, but for so many µs. */
    private static String clockThatMoves(String micros) {
        return """
                local function clock()
                  local time = redis.call('TIME')
                  return time[1] * 1000000 + time[2] + (%s)
                end
                """.formatted(micros);
    }

    /** A store whose script begins with this text. */
    private RedisStore store(String lua) {
        return new RedisStore(
                redis.link(),
                new CallWriter(redis.prefix()),
                DecisionScript.withClock(lua),
                breaker,
                TestRedis.GENEROUS);
    }

    private RedisStore store() {
        return redis.store(redis.link(), breaker, TestRedis.GENEROUS);
    }

    private static void assertFails(RedisStore store, ResolvedCheck check, String message) {
        assertThatThrownBy(() -> store.decide(List.of(check), true))
                .isInstanceOf(StoreFailureException.class)
                .hasMessageContaining(message);
    }

    @Nested
    class DoNotCount {

        @Test
        void errorsOfTheScript() {
            RedisStore broken = store("local function clock() error('broken on purpose') end\n");
            for (int i = 0; i < 30; i++) {
                assertFails(broken, CHECK, "broken on purpose");
            }
            assertThat(resilience.getMetrics().getNumberOfBufferedCalls()).isZero();
        }

        @Test
        void aForgottenScript() throws StoreFailureException {
            for (int i = 0; i < 30; i++) {
                redis.commands().scriptFlush();
                assertThat(store().decide(List.of(CHECK), true).isAllowed()).isTrue();
            }
            assertThat(resilience.getMetrics().getNumberOfFailedCalls()).isZero();
            assertThat(resilience.getMetrics().getNumberOfSuccessfulCalls()).isEqualTo(20);
        }

        /** Its clock moved by an hour before the call: the answer told by how much, and the call ran once more. */
        @Test
        void aCallThatRanTooLateForItsClockMoved() throws StoreFailureException {
            RedisStore moved = store(clockThatMoves("redis.call('INCR', 'calls') == 1 and 0 or 3.6e9"));
            assertThat(moved.decide(List.of(CHECK), true).isAllowed()).isTrue();
            assertThat(moved.decide(List.of(CHECK), true).isAllowed()).isTrue();

            assertThat(redis.commands().get("calls")).as("one of them twice").isEqualTo("3");
            assertThat(resilience.getMetrics().getNumberOfFailedCalls()).isZero();
            assertThat(resilience.getMetrics().getNumberOfSuccessfulCalls()).isEqualTo(2);
        }

        /** Here a node of a Cluster that an application takes for a single Redis. */
        @Test
        void keysOfDifferentSlots() throws StoreFailureException {
            try (RedisServer node = RedisServer.startClusterNode()) {
                for (int slot = 0; slot < 16_384; slot += 4_096) {
                    node.command("CLUSTER ADDSLOTS "
                            + IntStream.range(slot, slot + 4_096)
                                    .mapToObj(Integer::toString)
                                    .collect(Collectors.joining(" ")));
                }
                Awaitility.await().until(() -> node.answer("GET any").equals("$-1"));
                try (TestRedis single = TestRedis.of(node, DecisionScript.load())) {
                    RedisStore store = single.store(single.link(), breaker, TestRedis.GENEROUS);
                    for (int i = 0; i < 30; i++) {
                        assertThatThrownBy(() -> store.decide(List.of(CHECK, OTHER_KEY), true))
                                .isInstanceOf(StoreFailureException.class)
                                .hasMessageContaining("CROSSSLOT");
                    }
                    assertThat(resilience.getMetrics().getNumberOfBufferedCalls())
                            .isZero();
                    assertThat(store.decide(List.of(CHECK), true).isAllowed()).isTrue();
                }
            }
        }

        @Test
        void anotherTypeUnderTheKey() throws StoreFailureException {
            redis.commands().lpush(redis.key("counted", "ana"), "a list");

            assertThat(store().decide(List.of(CHECK), true).isAllowed()).isTrue();
        }
    }

    @Nested
    class Count {

        @Test
        void anAnswerThatIsNone() {
            RedisStore strange = store("if true then return {'strange'} end local function clock() return 0 end\n");
            for (int i = 0; i < 10; i++) {
                assertFails(strange, CHECK, "something else");
            }
            assertThat(breaker.isClosed()).isFalse();
        }

        @ParameterizedTest
        @EnumSource
        void aServerWithoutMemory(Algorithm algorithm) {
            redis.commands().configSet("maxmemory-policy", "noeviction");
            redis.commands().configSet("maxmemory", "1");
            for (int i = 0; i < 10; i++) {
                assertFails(store(), check(algorithm), "OOM");
            }
            assertThat(breaker.isClosed()).isFalse();
            assertFails(store(), check(algorithm), "not asked");
        }

        @ParameterizedTest
        @EnumSource
        void aReplica(Algorithm algorithm) {
            redis.commands().replicaof("127.0.0.1", 1);

            assertFails(store(), check(algorithm), "READONLY");
            assertThat(resilience.getMetrics().getNumberOfFailedCalls()).isOne();
        }

        /** Its clock moves by another hour for each call. */
        @Test
        void aCallThatRanTooLateAgain() {
            RedisStore moving = store(clockThatMoves("redis.call('INCR', 'calls') * 3.6e9"));

            assertFails(moving, CHECK, "later than its caller could wait");
            assertThat(redis.commands().get("calls")).isEqualTo("2");
            assertThat(redis.commands().exists(redis.key("counted", "ana"))).isZero();
            assertThat(resilience.getMetrics().getNumberOfFailedCalls()).isOne();
        }

        /** A replica that gets its primary's data, slowly. */
        @Test
        void aServerThatLoads() {
            RedisBinary binary = RedisBinary.preferred();
            try (RedisServer primary =
                            RedisServer.start(binary, "--rdbcompression", "no", "--rdb-del-sync-files", "yes");
                    RedisServer slow =
                            RedisServer.start(binary, "--key-load-delay", "300000", "--rdb-del-sync-files", "yes");
                    TestRedis redis = TestRedis.of(slow, DecisionScript.load())) {
                for (int i = 0; i < 10; i++) {
                    primary.command("SETRANGE large" + i + " 2000000 x"); // Redis answers every 2 MB meanwhile
                }
                RedisStore store = redis.store(redis.link(), breaker, TestRedis.GENEROUS);
                slow.command("REPLICAOF 127.0.0.1 " + primary.port());
                Awaitility.await().until(() -> slow.answer("GET large1").startsWith("-LOADING"));

                assertFails(store, CHECK, "LOADING");
                assertThat(resilience.getMetrics().getNumberOfFailedCalls()).isOne();
                Awaitility.await()
                        .until(() -> String.valueOf(redis.link().lastFailure()).contains("LOADING"));
                assertFails(store, CHECK, "no connection");

                Awaitility.await().until(() -> !slow.answer("GET large1").startsWith("-LOADING"));
                slow.command("REPLICAOF NO ONE");
                Awaitility.await()
                        .ignoreExceptions()
                        .until(() -> store.decide(List.of(CHECK), true).isAllowed());
            }
        }

        @Test
        void aConnectionThatCannotBeMade() {
            server.kill();
            Awaitility.await().until(() -> redis.link().isUnreachable());
            for (int i = 0; i < 10; i++) {
                assertFails(store(), CHECK, "no connection to Redis at 127.0.0.1:" + server.port());
            }
            assertThatThrownBy(() -> store().decide(List.of(CHECK), true)).isInstanceOf(StoreNotAskedException.class);
        }
    }

    @Test
    void anOpenBreakerWaitsForAConnectionAndIsClosedSoonAfter() throws Exception {
        server.kill();
        Awaitility.await().until(() -> redis.link().isUnreachable());
        for (int i = 0; i < 10; i++) {
            assertFails(store(), CHECK, "no connection");
        }
        TimeUnit.SECONDS.sleep(3); // longer than it stays open
        assertFails(store(), CHECK, "not asked");
        assertThat(resilience.getState()).isEqualTo(CircuitBreaker.State.OPEN);

        server.restart();
        Awaitility.await().until(() -> redis.link().session() != null);
        for (int i = 0; i < 3; i++) {
            assertThat(store().decide(List.of(CHECK), true).isAllowed()).isTrue();
        }
        assertThat(breaker.isClosed()).isTrue();
    }

    @Test
    void aShortOutageDoesNotOpenTheBreakerWhenItIsOver() throws Exception {
        server.kill();
        Awaitility.await().until(() -> redis.link().isUnreachable());
        for (int i = 0; i < 9; i++) {
            assertFails(store(), CHECK, "no connection");
        }
        server.restart();
        Awaitility.await().until(() -> redis.link().session() != null);

        for (int i = 0; i < 3; i++) {
            assertThat(store().decide(List.of(CHECK), true).isAllowed()).isTrue();
        }
        assertThat(breaker.isClosed()).isTrue();
    }

    @Test
    void aServerThatWantsAPasswordIsFoundAgainWhenItWantsNoneAnyMore() {
        redis.commands().configSet("requirepass", "secret");
        redis.commands().auth("secret");
        RedisSession before = redis.link().session();
        assertThat(before).isNotNull();
        redis.link().drop(before);
        Awaitility.await()
                .until(() -> String.valueOf(redis.link().lastFailure()).contains("NOAUTH"));
        assertFails(store(), CHECK, "no connection");

        redis.commands().configSet("requirepass", "");
        Awaitility.await()
                .ignoreExceptions()
                .until(() -> store().decide(List.of(CHECK), true).isAllowed());
    }
}
