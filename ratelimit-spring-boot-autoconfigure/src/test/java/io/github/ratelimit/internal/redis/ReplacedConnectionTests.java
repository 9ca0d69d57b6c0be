package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.StoreNotAskedException;
import io.github.ratelimit.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A connection that does not answer, or leads to a Redis that may not write, is replaced. */
@ParameterizedClass
@EnumSource
class ReplacedConnectionTests {

    private static final ResolvedCheck CHECK =
            ResolvedChecks.of(RateLimitPolicy.of("api", Quota.of("1000/1h")), "ana", 1);

    private final RedisServer server = RedisServer.start();
    private final TestRedis redis;

    ReplacedConnectionTests(Client client) {
        redis = TestRedis.of(server, client, Duration.ofMillis(50));
    }

    @AfterEach
    void stop() {
        server.resume();
        redis.close();
        server.close();
    }

    @Test
    void whenTheBreakerOpens() {
        RedisSession before = redis.link().session();
        assertThat(before).isNotNull();
        RedisStore impatient = redis.store(redis.link(), Duration.ofMillis(50));
        server.pause();
        assertThatThrownBy(() -> impatient.decide(List.of(CHECK), true)).hasMessageContaining("no answer");
        Awaitility.await("nobody waits any more")
                .untilAsserted(() -> assertThatThrownBy(() -> impatient.decide(List.of(CHECK), true))
                        .isInstanceOf(StoreNotAskedException.class));
        Awaitility.await().until(() -> !before.isOpen());

        server.resume();
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> passes(impatient));
        assertThat(redis.link().session()).isNotSameAs(before);
    }

    @Test
    void whenItLeadsToAReplica() {
        RedisSession before = redis.link().session();
        assertThat(before).isNotNull();
        redis.commands().replicaof("127.0.0.1", 1);
        RedisStore store = redis.store(redis.link(), Duration.ofSeconds(2));
        assertThatThrownBy(() -> store.decide(List.of(CHECK), true)).hasMessageContaining("READONLY");
        Awaitility.await().until(() -> !before.isOpen());

        redis.commands().replicaofNoOne();
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> passes(store));
    }

    private static boolean passes(RateLimitStore store) {
        try {
            return store.decide(List.of(CHECK), true).isAllowed();
        } catch (StoreFailureException notYet) {
            return false;
        }
    }
}
