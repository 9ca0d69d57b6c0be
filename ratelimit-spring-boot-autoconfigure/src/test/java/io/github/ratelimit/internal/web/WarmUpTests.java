package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.redis.RedisConnections;
import io.github.ratelimit.testing.DelayingProxy;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;

class WarmUpTests {

    @Import(WebApplication.Plain.class)
    static class Watching {

        private final RedisConnections link;
        private @Nullable Boolean connectedBefore;

        Watching(RedisConnections link) {
            this.link = link;
        }

        /** Requests are accepted from here on. */
        @EventListener
        void on(WebServerInitializedEvent event) {
            connectedBefore = link.isConnected();
        }
    }

    /** Redis takes longer to be connected than all the beans to be made. */
    @Test
    void waitsForRedisBeforeRequestsAreAccepted() {
        try (DelayingProxy proxy = DelayingProxy.before(RedisServer.shared())) {
            proxy.delayAnswers(250);
            try (RunningApplication application = RunningApplication.start(
                    Watching.class,
                    "spring.data.redis.port=" + proxy.port(),
                    "ratelimit.policies.service.limit=5/1h",
                    "ratelimit.policies.filtered.limit=5/1h")) {
                assertThat(application.context().getBean(Watching.class).connectedBefore)
                        .isTrue();
            }
        }
    }
}
