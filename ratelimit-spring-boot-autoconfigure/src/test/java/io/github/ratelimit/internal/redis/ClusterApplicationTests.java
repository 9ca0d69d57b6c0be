package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.internal.limiter.PolicyChange;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.testing.RunningApplication;
import io.lettuce.core.cluster.SlotHash;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** Two instances of an application whose Redis is a Cluster. */
class ClusterApplicationTests {

    private static final String PREFIX = "rl:shop";

    private final TestCluster cluster = new TestCluster();
    private final ConfigurableApplicationContext one = start();
    private final ConfigurableApplicationContext two = start();

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    private ConfigurableApplicationContext start() {
        return RunningApplication.run(
                Application.class,
                "spring.main.web-application-type=none",
                "spring.data.redis.cluster.nodes=" + cluster.server(1).host() + ":"
                        + cluster.server(1).port(),
                "ratelimit.key-prefix=" + PREFIX,
                "ratelimit.policies.phone.limit=2/1h",
                "ratelimit.policies.budget.limit=100/1h",
                "ratelimit.policies.budget.key=global");
    }

    @AfterEach
    void close() {
        one.close();
        two.close();
        cluster.close();
    }

    private static boolean send(ConfigurableApplicationContext instance, String phone) {
        return instance.getBean(RateLimiter.class)
                .tryAcquire(RateLimitCheck.of("phone", phone), RateLimitCheck.of("budget"))
                .isAllowed();
    }

    private static long capacity(ConfigurableApplicationContext instance) {
        return instance.getBean(RateLimiter.class)
                .peek(RateLimitCheck.of("phone", "1"))
                .results()
                .get(0)
                .usages()
                .get(0)
                .capacity();
    }

    @Test
    void shareLimitsChangesAndTheirNumber() throws StoreFailureException {
        assertThat(send(one, "1")).isTrue();
        assertThat(send(two, "1")).isTrue();
        assertThat(send(one, "1")).isFalse();
        assertThat(one.getBean(RateLimiter.class)
                        .peek(RateLimitCheck.of("budget"))
                        .results()
                        .get(0)
                        .usages()
                        .get(0)
                        .remaining())
                .isEqualTo(98);

        String beats = PREFIX + ":instances";
        int home = SlotHash.getSlot(beats) * 3 / SlotHash.SLOT_COUNT;
        Awaitility.await().until(() -> cluster.node(home).zcard(beats) == 2);

        one.getBean(RedisChanges.class).add("phone", new PolicyChange(Map.of("limit", "7/1h"), null, null));
        Awaitility.await().until(() -> capacity(one) == 7 && capacity(two) == 7);
    }
}
