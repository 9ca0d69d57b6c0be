package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.PolicyChange;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.testing.AclUser;
import io.github.ratelimit.testing.RedisBinary;
import io.github.ratelimit.testing.RedisServer;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.protocol.ProtocolVersion;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What depends on the version of Redis and on its protocol, on each redis-server of this machine, with RESP2 and RESP3. */
@ParameterizedClass
@MethodSource("all")
class RedisServersTests {

    private static final List<ProtocolVersion> PROTOCOLS = List.of(ProtocolVersion.RESP2, ProtocolVersion.RESP3);

    private final ProtocolVersion protocol;
    private final RedisServer server;
    private final LettuceClientConfiguration application;
    private final TestRedis redis;
    private final CircuitBreaker resilience =
            CircuitBreaker.of("servers", TestRedis.config().build());
    private final RedisStore store;

    RedisServersTests(RedisBinary binary, ProtocolVersion protocol) {
        this.protocol = protocol;
        this.server = RedisServer.start(binary);
        this.application = LettuceClientConfiguration.builder()
                .clientOptions(ClientOptions.builder().protocolVersion(protocol).build())
                .build();
        this.redis = TestRedis.of(server, application);
        this.store = redis.store(redis.link(), new StoreBreaker(resilience), TestRedis.GENEROUS);
    }

    static Stream<Arguments> all() {
        return RedisBinary.all().stream()
                .flatMap(binary -> PROTOCOLS.stream().map(protocol -> Arguments.of(binary, protocol)));
    }

    @AfterEach
    void close() {
        redis.close();
        server.close();
    }

    private static ResolvedCheck check(Algorithm algorithm) {
        RateLimitPolicy policy = RateLimitPolicy.of("api", Quota.of("3/1h")).withAlgorithm(algorithm);
        return ResolvedChecks.of(policy, "ana", 1);
    }

    private ChargedDecision take(Algorithm algorithm) throws StoreFailureException {
        return store.decide(List.of(check(algorithm)), true);
    }

    private long remaining(Algorithm algorithm) throws StoreFailureException {
        return store.decide(List.of(check(algorithm)), false)
                .results()
                .get(0)
                .usages()
                .get(0)
                .remaining();
    }

    @Test
    void areSpokenToAsTheApplicationDoes() {
        assertThat(TestRedis.protocolOf(redis.link().session())).isEqualTo(protocol);
    }

    @Test
    void decideAsTheModel() {
        ModelComparison.assertAsTheModel(new ScriptHistoryPlayer(redis), 500);
    }

    @ParameterizedTest
    @EnumSource
    void countGiveBackAndForget(Algorithm algorithm) throws StoreFailureException {
        ChargedDecision first = take(algorithm);
        assertThat(first.isAllowed()).isTrue();
        if (algorithm != Algorithm.LEAKY_BUCKET) {
            assertThat(remaining(algorithm)).isEqualTo(2);
            store.refund(first.takeCharges());
            Awaitility.await().until(() -> remaining(algorithm) == 3);
            for (int i = 0; i < 3; i++) {
                assertThat(take(algorithm).isAllowed()).isTrue();
            }
        }
        assertThat(take(algorithm).isAllowed()).isFalse();

        store.reset(List.of(check(algorithm)));
        assertThat(take(algorithm).isAllowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void overwriteWhatIsNotTheirs(Algorithm algorithm) throws StoreFailureException {
        redis.commands().rpush(redis.key("api", "ana"), "a list");

        assertThat(take(algorithm).isAllowed()).isTrue();
    }

    @Test
    void areGivenAForgottenScriptAgain() throws StoreFailureException {
        redis.commands().scriptFlush();

        assertThat(take(Algorithm.TOKEN_BUCKET).isAllowed()).isTrue();
    }

    /**
     * Redis cannot count for now.
     *
     * @param word what it answers first
     * @param begin the commands that bring this about
     * @param end the command that ends it
     */
    private record Failure(String word, List<String> begin, String end) {}

    static List<Failure> failures() {
        String replica = "REPLICAOF 127.0.0.1 1";
        return List.of(
                new Failure("OOM", List.of("CONFIG SET maxmemory 1"), "CONFIG SET maxmemory 0"),
                new Failure("READONLY", List.of(replica), "REPLICAOF NO ONE"),
                new Failure(
                        "MASTERDOWN", List.of("CONFIG SET replica-serve-stale-data no", replica), "REPLICAOF NO ONE"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void sayThatTheyCannotCountAndCountAgain(Failure failure) {
        failure.begin().forEach(server::command);
        assertCountedAsFailure(failure.word());

        server.command(failure.end());
        awaitDecides();
    }

    @Test
    void areBusyWithTheScriptOfAnother() {
        server.command("CONFIG SET lua-time-limit 1");
        assertThatThrownBy(() -> server.command("EVAL \"while true do end\" 0"))
                .as("it runs without end")
                .hasMessageContaining("Optional.empty");
        assertCountedAsFailure("BUSY");

        server.command("SCRIPT KILL");
        awaitDecides();
    }

    private void assertCountedAsFailure(String word) {
        assertThatThrownBy(() -> take(Algorithm.FIXED_WINDOW))
                .isInstanceOf(StoreFailureException.class)
                .hasMessageContaining(word);
        assertThat(resilience.getMetrics().getNumberOfFailedCalls()).isOne();
    }

    private void awaitDecides() {
        Awaitility.await()
                .atMost(TestRedis.GENEROUS)
                .ignoreExceptions()
                .until(() -> take(Algorithm.FIXED_WINDOW).isAllowed());
    }

    @Test
    void announceChangesAndCountInstances() throws StoreFailureException {
        RedisChanges changes = new RedisChanges(redis.link(), redis.prefix());
        AtomicInteger heard = new AtomicInteger();
        redis.link().subscribe(changes.channel(), heard::incrementAndGet);
        Awaitility.await().until(() -> heard.get() == 1);
        changes.add("api", new PolicyChange(Map.of("limit", "7/1h"), "ops", null));

        assertThat(changes.read()).containsEntry("api", new PolicyChange(Map.of("limit", "7/1h"), "ops", null));
        Awaitility.await().until(() -> heard.get() == 2);
        changes.remove("api");
        assertThat(changes.read()).isEmpty();

        new Heartbeat(redis.prefix()).over(redis.link());
        Awaitility.await().until(() -> redis.commands().zcard(redis.prefix() + ":instances") == 1);
        Heartbeat second = new Heartbeat(redis.prefix());
        second.over(redis.link());
        Awaitility.await().until(() -> second.getAsInt() == 2);
    }

    @Test
    void letTheDocumentedUserIn() {
        server.command("ACL SETUSER " + AclUser.rules(redis.prefix()));
        RedisStandaloneConfiguration where = new RedisStandaloneConfiguration(server.host(), server.port());
        where.setUsername(AclUser.NAME);
        where.setPassword(AclUser.PASSWORD);
        LettuceConnectionFactory factory = new LettuceConnectionFactory(where, application);
        factory.afterPropertiesSet();
        try (RedisConnections link = LettuceConnector.connections(factory, redis.prefix())) {
            link.start();
            assertThat(link.awaitConnected(TestRedis.GENEROUS))
                    .as(link.lastFailure())
                    .isTrue();
        } finally {
            factory.destroy();
        }
    }
}
