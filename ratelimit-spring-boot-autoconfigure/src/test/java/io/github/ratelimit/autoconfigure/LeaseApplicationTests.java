package io.github.ratelimit.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.internal.limiter.PolicyChange;
import io.github.ratelimit.internal.limiter.PolicyChanges;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** Three instances of an application that lease permits of one key. */
class LeaseApplicationTests {

    private static final RateLimitCheck INGEST = RateLimitCheck.of("ingest", "global");

    private final RedisServer redis = RedisServer.start();
    private final List<RunningApplication> instances =
            new ArrayList<>(IntStream.range(0, 3).mapToObj(i -> instance()).toList());

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    private RunningApplication instance() {
        return RunningApplication.start(
                Application.class,
                "spring.data.redis.port=" + redis.port(),
                "ratelimit.key-prefix=test:leases",
                "ratelimit.instances=3",
                "ratelimit.redis.deadline=10s",
                "ratelimit.policies.ingest.limit=3000/1d",
                "ratelimit.policies.ingest.algorithm=fixed-window",
                "ratelimit.policies.ingest.lease=50",
                "ratelimit.policies.bucket.limit=10/1d",
                "ratelimit.policies.bucket.lease=5");
    }

    @AfterEach
    void stop() {
        instances.forEach(RunningApplication::close);
        redis.close();
    }

    private static RateLimiter limiter(RunningApplication instance) {
        return instance.context().getBean(RateLimiter.class);
    }

    private static RateLimitDecision take(RunningApplication instance) {
        return limiter(instance).tryAcquire(INGEST);
    }

    private static long remaining(RunningApplication instance) {
        return limiter(instance).peek(INGEST).results().get(0).usages().get(0).remaining();
    }

    private void change(String policy, String property, String value) throws StoreFailureException {
        ConfigurableApplicationContext context = instances.get(0).context();
        context.getBean(PolicyChanges.class)
                .change(
                        context.getBean(Policies.class).get(policy),
                        new PolicyChange(Map.of(property, value), null, null));
    }

    @Test
    void letAsManyPassAsTheLimitSays() {
        AtomicInteger passed = new AtomicInteger();
        AtomicInteger leased = new AtomicInteger();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            for (int i = 0; i < 900; i++) {
                RateLimitDecision decision = take(instances.get(i % 3));
                passed.addAndGet(decision.isAllowed() ? 1 : 0);
                leased.addAndGet(decision.results().get(0).basis() == Basis.LEASE ? 1 : 0);
            }
            return passed.get() >= 3_000; // what others hold when one is refused comes back
        });
        assertThat(leased).hasValueGreaterThan(1_000);
        instances.remove(2).close();
        assertThat(remaining(instances.get(0))).isZero();
        assertThat(passed).hasValue(3_000);
    }

    @Test
    void giveBackWhatTheyHoldAsTheyStop() {
        take(instances.get(2));
        take(instances.get(2));
        instances.remove(2).close();

        Awaitility.await()
                .untilAsserted(() -> assertThat(remaining(instances.get(0))).isEqualTo(2_998));
    }

    @Test
    void goByTheNumbersOfAChangeAtOnce() throws Exception {
        RunningApplication instance = instances.get(0);
        take(instance);
        change("ingest", "limit", "2/1d");

        assertThat(take(instance).results().get(0)).satisfies(result -> {
            assertThat(result.basis()).isEqualTo(Basis.STORE);
            assertThat(result.usages().get(0).capacity()).isEqualTo(2);
        });
    }

    @Test
    void refuseAChangeThatLeavesNoRoomForThem() {
        assertThatExceptionOfType(RateLimitConfigurationException.class)
                .isThrownBy(() -> change("bucket", "limit", "1/1d"))
                .withMessageContaining("ratelimit.policies.bucket")
                .withMessageContaining("a lease needs a burst that is larger");
    }
}
