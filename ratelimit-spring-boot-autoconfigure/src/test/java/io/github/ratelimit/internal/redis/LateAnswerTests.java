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
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Redis has charged in time, but its answer comes when the caller has gone another way. */
@ParameterizedClass
@EnumSource
class LateAnswerTests {

    private static final ResolvedCheck CHECK =
            ResolvedChecks.of(RateLimitPolicy.of("late", Quota.of("1000/1h")), "ana", 3);

    private final DelayingProxy proxy = DelayingProxy.before(RedisServer.shared());
    private final TestRedis direct;
    private final RedisLink link;

    LateAnswerTests(Client client) {
        direct = TestRedis.shared(client);
        link = direct.newLink("127.0.0.1", proxy.port());
    }

    @AfterEach
    void close() {
        link.close();
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
