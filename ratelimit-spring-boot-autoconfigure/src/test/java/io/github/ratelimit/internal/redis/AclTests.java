package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.PolicyChange;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.testing.AclUser;
import io.github.ratelimit.testing.RedisBinary;
import io.github.ratelimit.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** All that the limiter does in Redis, as the user that the documentation makes: its rights suffice, and each is needed. */
@ParameterizedClass
@MethodSource("io.github.ratelimit.testing.RedisBinary#all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AclTests {

    @Parameter
    private RedisBinary binary;

    private RedisServer server;
    private TestRedis direct;
    private String prefix;
    private LettuceConnectionFactory factory;
    private RedisLink link;
    private RateLimitStore store;

    @BeforeParameterizedClassInvocation
    void start() {
        server = RedisServer.start(binary);
        direct = TestRedis.of(server, DecisionScript.load());
        prefix = direct.prefix();
    }

    @BeforeEach
    void connectAsUser() {
        RedisStandaloneConfiguration where = new RedisStandaloneConfiguration(server.host(), server.port());
        where.setUsername(AclUser.NAME);
        where.setPassword(AclUser.PASSWORD);
        factory = new LettuceConnectionFactory(where);
        factory.afterPropertiesSet();
        link = new RedisLink(LettuceConnector.like(factory), direct.script(), new CallWriter(prefix).warmUp());
        store = direct.store(link, Duration.ofSeconds(5));
        direct.commands().flushall();
        direct.commands().aclLogReset();
    }

    @AfterEach
    void disconnect() {
        link.close();
        factory.destroy();
    }

    @AfterParameterizedClassInvocation
    void stop() {
        direct.close();
        server.close();
    }

    private static List<String> commands() {
        return AclUser.COMMANDS;
    }

    /** Without CLIENT: the client tells its name and version, and goes on when it may not. */
    private List<String> denied() {
        return direct.commands().aclLog().stream()
                .map(entry -> String.valueOf(entry.get("object")))
                .filter(object -> !object.startsWith("client"))
                .toList();
    }

    /** Fails at once when Redis denies something, as nothing comes of it then. */
    private void await(Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(TestRedis.GENEROUS)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> {
                    boolean holds = condition.call();
                    assertThat(holds || denied().isEmpty()).isTrue();
                    return holds;
                });
    }

    private void doAll() throws Exception {
        link.start();
        await(link::isConnected);
        for (Algorithm algorithm : Algorithm.values()) {
            takeAndGiveBack(algorithm);
        }
        trimALog();
        direct.commands().scriptFlush();
        takeAndGiveBack(Algorithm.FIXED_WINDOW);
        countInstances();
        changeAtRunTime();
    }

    /** Takes until there is nothing left, gives back what can be, and forgets the rest. */
    private void takeAndGiveBack(Algorithm algorithm) throws Exception {
        ResolvedCheck check = check(algorithm);
        ChargedDecision first = store.decide(List.of(check), true);
        ChargedDecision second = store.decide(List.of(check), true);
        if (algorithm != Algorithm.LEAKY_BUCKET) {
            assertThat(store.decide(List.of(check), true).isAllowed()).isFalse();
            store.refund(second.takeCharges());
            await(() -> remaining(check) == 1);
            store.refund(first.takeCharges());
            await(() -> remaining(check) == 2);
        }
        store.reset(List.of(check));
    }

    private void trimALog() throws StoreFailureException {
        ResolvedCheck check = check(Algorithm.SLIDING_LOG);
        String log = direct.key(check.policy().name(), check.key());
        direct.commands().zadd(log, 1, "1:0000");

        store.decide(List.of(check), true);

        assertThat(direct.commands().zcard(log)).isEqualTo(1);
    }

    private void countInstances() throws Exception {
        new Heartbeat(prefix).over(link);
        await(() -> direct.commands().zcard(prefix + ":instances") == 1);
        Heartbeat second = new Heartbeat(prefix);
        second.over(link);
        await(() -> second.getAsInt() == 2);
    }

    private void changeAtRunTime() throws Exception {
        RedisChanges changes = new RedisChanges(link, prefix);
        AtomicInteger heard = new AtomicInteger();
        link.subscribe(changes.channel(), heard::incrementAndGet);
        await(() -> heard.get() == 1);
        changes.add("api", new PolicyChange(Map.of("limit", "7/1h"), "ops", null));
        assertThat(changes.read()).containsOnlyKeys("api");
        changes.remove("api");
        assertThat(changes.read()).isEmpty();
        await(() -> heard.get() == 3);
    }

    private static ResolvedCheck check(Algorithm algorithm) {
        RateLimitPolicy policy =
                RateLimitPolicy.of("p" + algorithm.ordinal(), Quota.of("2/1h")).withAlgorithm(algorithm);
        return ResolvedChecks.of(policy, "ana", 1);
    }

    private long remaining(ResolvedCheck check) throws StoreFailureException {
        return store.decide(List.of(check), false)
                .results()
                .get(0)
                .usages()
                .get(0)
                .remaining();
    }

    @Test
    void sufficeForEverything() throws Exception {
        server.command("ACL SETUSER " + AclUser.rules(prefix));

        doAll();

        assertThat(denied()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void areNeededEach(String command) {
        server.command("ACL SETUSER " + AclUser.rulesWithout(command, prefix));

        assertThatThrownBy(this::doAll).isNotNull();

        // Redis 6 names the command without its second word.
        assertThat(denied()).isNotEmpty().allMatch(command::startsWith);
    }

    @Test
    void areOfItsKeysAndItsChannelOnly() {
        server.command("ACL SETUSER " + AclUser.rules("other"));
        assertThatThrownBy(this::doAll).isNotNull();
        assertThat(denied()).allMatch(key -> key.startsWith(prefix));

        direct.commands().aclLogReset();
        server.command("ACL SETUSER " + AclUser.rules(prefix) + " resetchannels");
        assertThatThrownBy(this::doAll).isNotNull();
        assertThat(denied()).containsOnly(prefix + ":changes");
    }
}
