package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.redis.RedisWarmUp;
import io.github.ratelimit.testing.RunningApplication;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;

class WarmUpTests {

    @Import(WebApplication.Plain.class)
    static class Watching {

        private final RedisWarmUp warmUp;
        private @Nullable Boolean warmBefore;

        Watching(RedisWarmUp warmUp) {
            this.warmUp = warmUp;
        }

        /** Requests are accepted from here on. Lifecycles start one after the other, on one thread. */
        @EventListener
        void on(WebServerInitializedEvent event) {
            warmBefore = warmUp.isRunning();
        }
    }

    @Test
    void endsBeforeRequestsAreAccepted() {
        try (RunningApplication application = RunningApplication.start(
                Watching.class, "ratelimit.policies.service.limit=5/1h", "ratelimit.policies.filtered.limit=5/1h")) {
            assertThat(application.context().getBean(Watching.class).warmBefore).isTrue();
        }
    }
}
