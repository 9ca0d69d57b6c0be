package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

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

@ParameterizedClass
@EnumSource
class PulseTests {

    private static final ResolvedCheck CHECK =
            ResolvedChecks.of(RateLimitPolicy.of("pulse", Quota.of("1000/1h")), "ana", 1);

    private final DelayingProxy proxy = DelayingProxy.before(RedisServer.shared());
    private final TestRedis direct;

    PulseTests(Client client) {
        direct = TestRedis.shared(client);
    }

    @AfterEach
    void close() {
        proxy.close();
        direct.close();
    }

    /** A firewall on the way forgets the connection, new ones work at once, and no request shows it. */
    @Test
    void findsAForgottenConnectionWithoutAnyRequest() throws StoreFailureException {
        try (RedisLink link = direct.newLink("127.0.0.1", proxy.port())) {
            RedisSession forgotten = link.session();
            proxy.fallSilent();
            proxy.speakAgain();

            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> link.session() != null && link.session() != forgotten);
            RedisStore store = direct.store(link, TestRedis.GENEROUS);
            assertThat(store.decide(List.of(CHECK), true).isAllowed()).isTrue();
        }
    }
}
