package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.testing.RunningApplication;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Several instances, one limit. */
class SharedLimitTests {

    private static final String[] POLICY = {
        "ratelimit.key-prefix=shared:" + UUID.randomUUID(),
        "ratelimit.policies.api.paths=/a/b",
        "ratelimit.policies.api.key=header:X-User",
        "ratelimit.policies.api.limit=100/1h",
        "ratelimit.policies.service.limit=1/1h",
        "ratelimit.policies.filtered.limit=1/1h"
    };

    @Test
    void twoInstancesOnOneRedisLetPassExactlyTheLimitOfOne() throws InterruptedException {
        try (RunningApplication one = RunningApplication.start(WebApplication.Plain.class, POLICY);
                RunningApplication other = RunningApplication.start(WebApplication.Plain.class, POLICY)) {
            AtomicInteger passed = new AtomicInteger();
            AtomicInteger refused = new AtomicInteger();
            ExecutorService callers = Executors.newFixedThreadPool(16);
            for (int i = 0; i < 200; i++) {
                for (RunningApplication instance : List.of(one, other)) {
                    callers.execute(() -> {
                        int status = instance.get("/a/b", "X-User", "ana").statusCode();
                        (status == 200 ? passed : status == 429 ? refused : new AtomicInteger()).incrementAndGet();
                    });
                }
            }
            callers.shutdown();
            assertThat(callers.awaitTermination(1, TimeUnit.MINUTES)).isTrue();

            // One permit comes back every 36 s: the burst may have lasted that long on a very slow machine.
            assertThat(passed.get()).isBetween(100, 101);
            assertThat(passed.get() + refused.get()).isEqualTo(400);
        }
    }
}
