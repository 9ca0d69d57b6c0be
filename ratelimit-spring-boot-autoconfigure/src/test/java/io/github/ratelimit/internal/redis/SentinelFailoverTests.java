package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.testing.Calls;
import io.github.ratelimit.testing.Load;
import io.github.ratelimit.testing.RedisBinary;
import io.github.ratelimit.testing.RunningApplication;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** An application under load whose primary is replaced by Sentinel. It is never restarted. */
class SentinelFailoverTests {

    private static final List<String> POLICIES = List.of("closed", "open", "local");
    private static final Set<String> BY_REDIS = Set.of("closed STORE", "open STORE", "local STORE");
    private static final Set<String> WITHOUT_REDIS = Set.of("closed CLOSED", "open OPEN", "local LOCAL");
    private static final Duration FAILOVER = Duration.ofSeconds(60);
    private static final int CALLERS = 9;
    private static final long LIMIT = 100_000_000;

    private final SentinelGroup group = new SentinelGroup(RedisBinary.preferred());
    private final ConfigurableApplicationContext application = start();
    private final RateLimiter limiter = application.getBean(RateLimiter.class);
    private final Load load = Load.start(CALLERS, Duration.ofMillis(1), caller -> () -> take(POLICIES.get(caller % 3)));

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    private ConfigurableApplicationContext start() {
        List<String> properties = new ArrayList<>(List.of(
                "spring.main.web-application-type=none",
                "spring.data.redis.sentinel.master=" + SentinelGroup.NAME,
                "spring.data.redis.sentinel.nodes=" + group.nodes(),
                "ratelimit.redis.deadline=100ms"));
        for (String name : POLICIES) {
            String policy = "ratelimit.policies." + name + ".";
            properties.add(policy + "limit=" + LIMIT + "/1d");
            properties.add(policy + "algorithm=fixed-window");
            properties.add(policy + "on-store-failure=" + name);
        }
        return RunningApplication.run(Application.class, properties.toArray(String[]::new));
    }

    @AfterEach
    void close() {
        load.close();
        application.close();
        group.close();
    }

    private String take(String policy) {
        RateLimitDecision decision = limiter.tryAcquire(RateLimitCheck.of(policy, "ana"));
        return policy + " " + decision.results().get(0).basis();
    }

    /** Until Redis has decided everything for a while; that is what a caller sees of the return. */
    private void awaitRedisDecides() {
        Awaitility.await().atMost(FAILOVER).until(() -> {
            long now = System.nanoTime();
            TimeUnit.MILLISECONDS.sleep(300);
            return load.answeredSince(now).labels().keySet().equals(BY_REDIS);
        });
    }

    /** What the callers were answered from the fault on, until the primary had changed and Redis decided again. */
    private Calls failover(Runnable fault, Callable<Boolean> changed) {
        awaitRedisDecides();
        long begin = System.nanoTime();
        fault.run();
        Awaitility.await().atMost(FAILOVER).until(changed);
        awaitRedisDecides();
        return load.answeredSince(begin);
    }

    private boolean isReplicaPromoted() {
        return group.replica().info("replication").contains("role:master");
    }

    private boolean isPrimaryDemoted() {
        return SentinelGroup.hasPrimary(group.primary());
    }

    private static void assertEachWentItsWay(Calls calls) {
        assertThat(calls.which(call -> !BY_REDIS.contains(call.label()))
                        .labels()
                        .keySet())
                .isEqualTo(WITHOUT_REDIS);
        assertThat(calls.worst()).isLessThan(Duration.ofSeconds(2));
    }

    /** What the primary of now has charged: all that it let pass itself, and what it had copied before. */
    private void assertChargedWhatPassed(long sinceReturn) {
        awaitRedisDecides();
        Calls calls = load.stop();
        for (String policy : POLICIES) {
            String byRedis = policy + " STORE";
            long alone = calls.begunIn(sinceReturn, System.nanoTime()).labels().get(byRedis);
            // A late answer's give-back is under way.
            Awaitility.await()
                    .untilAsserted(() -> assertThat(charged(policy))
                            .isBetween(alone, calls.labels().get(byRedis) + CALLERS));
        }
    }

    private long charged(String policy) {
        Result result = limiter.peek(RateLimitCheck.of(policy, "ana")).results().get(0);
        assertThat(result.basis()).isEqualTo(Basis.STORE);
        return LIMIT - result.usages().get(0).remaining();
    }

    @Test
    void goesOnAtTheReplicaWhenThePrimaryIsKilled() {
        Calls calls = failover(group.primary()::kill, this::isReplicaPromoted);

        assertEachWentItsWay(calls);
        assertChargedWhatPassed(System.nanoTime());
    }

    /** Until Sentinel makes it a replica, it takes itself for the primary, with counts of its own. */
    @Test
    void goesOnAtTheReplicaWhenThePrimaryFreezesAndIsNotMisledWhenItReturns() {
        assertEachWentItsWay(failover(group.primary()::pause, this::isReplicaPromoted));

        long returned = System.nanoTime();
        group.primary().resume();
        Awaitility.await().atMost(FAILOVER).until(this::isPrimaryDemoted);
        assertChargedWhatPassed(returned);
    }

    /** The connection stands, and leads to a server that answers READONLY from then on. */
    @Test
    void looksForTheNewPrimaryWhenTheOldOneBecomesAReplicaBesideIt() {
        Calls calls = failover(this::switchOver, this::isPrimaryDemoted);

        assertEachWentItsWay(calls);
        assertChargedWhatPassed(System.nanoTime());
    }

    /** Sentinel would make the old primary a replica by itself, some ten seconds later. */
    private void switchOver() {
        group.switchOver();
        Awaitility.await().atMost(FAILOVER).until(this::isReplicaPromoted);
        group.primary()
                .command("REPLICAOF %s %d"
                        .formatted(group.replica().host(), group.replica().port()));
    }
}
