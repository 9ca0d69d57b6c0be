package io.github.ratelimit.internal.denial;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many callers at once. Time stands still but for what a test lets pass, so that nothing is seen by waiting. */
@Timeout(120)
class DenialCacheConcurrencyTests {

    private static final int CALLERS = 16;
    private static final ResolvedCheck CHECK = ResolvedChecks.of(RateLimitPolicy.of("api", Quota.of("1/1h")), "ana", 1);

    private final WatchedStore store = new WatchedStore();
    private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    private final AtomicInteger passed = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();

    @AfterEach
    void stop() throws InterruptedException {
        over.set(true);
        threads.shutdown();
        assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }

    private void flood() {
        for (int i = 0; i < CALLERS; i++) {
            threads.execute(() -> {
                while (!over.get()) {
                    take();
                }
            });
        }
    }

    private void take() {
        try {
            if (store.cache.decide(List.of(CHECK), true).isAllowed()) {
                passed.incrementAndGet();
            }
        } catch (StoreFailureException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void eachResetLetsPassExactlyOneOfThem() throws StoreFailureException {
        flood();
        for (int resets = 0; resets < 2_000; resets++) {
            int expected = resets + 1;
            Awaitility.await()
                    .pollInSameThread()
                    .pollInterval(Duration.ofNanos(1_000))
                    .pollDelay(Duration.ZERO)
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> passed.get() == expected);
            store.cache.reset(List.of(CHECK));
        }
    }

    @Test
    void oneOfThemAsksTheStoreOnceASecond() throws InterruptedException {
        take();
        take();
        int before = store.asked();
        List<Callable<Object>> callers = Collections.nCopies(CALLERS, Executors.callable(this::take));
        for (int second = 1; second <= 1_000; second++) {
            store.passMillis(1_000);
            threads.invokeAll(callers);
            assertThat(store.asked()).isEqualTo(before + second);
        }
    }
}
