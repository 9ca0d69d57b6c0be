package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.testing.DelayingProxy;
import io.github.ratelimit.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Redis has charged in time, but its answer comes when the caller has gone another way. */
class LateAnswerTests {

    private static final ResolvedCheck CHECK =
            ResolvedChecks.of(RateLimitPolicy.of("late", Quota.of("1000/1h")), "ana", 3);

    private final DelayingProxy proxy = DelayingProxy.before(RedisServer.shared());
    private final LettuceConnectionFactory factory = new LettuceConnectionFactory("127.0.0.1", proxy.port());
    private final TestRedis direct = TestRedis.shared();
    private final RedisLink link = link();

    private RedisLink link() {
        factory.afterPropertiesSet();
        RedisLink fresh = new RedisLink(
                LettuceConnector.like(factory), direct.script(), new CallWriter(direct.prefix()).warmUp());
        fresh.start();
        assertThat(fresh.awaitConnected(Duration.ofSeconds(20))).isTrue();
        return fresh;
    }

    @AfterEach
    void close() {
        link.close();
        factory.destroy();
        proxy.close();
        direct.close();
    }

    @Test
    void isGivenBack() throws StoreFailureException {
        RedisStore late = direct.store(link, Duration.ofMillis(150));
        assertThat(late.decide(List.of(CHECK), true).isAllowed()).isTrue();
        proxy.delayAnswers(400);

        assertThatThrownBy(() -> late.decide(List.of(CHECK), true)).hasMessageContaining("no answer");
        assertThat(remaining()).as("it was charged").isEqualTo(994);

        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> remaining() == 997);
    }

    private long remaining() throws StoreFailureException {
        return direct.store()
                .decide(List.of(CHECK.withCost(0)), false)
                .results()
                .get(0)
                .usages()
                .get(0)
                .remaining();
    }
}
