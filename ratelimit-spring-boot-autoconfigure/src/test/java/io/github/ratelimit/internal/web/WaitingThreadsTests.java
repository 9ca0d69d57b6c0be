package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimit.plan.RateLimitPlanResolver;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** No thread of a request holds a monitor while it waits: before JDK 24 that would pin a virtual thread. */
class WaitingThreadsTests {

    private static final CountDownLatch PLANS_KNOWN = new CountDownLatch(1);
    private static final int OF_EACH = 6;

    @Import(WebApplication.Plain.class)
    static class Application {

        @Bean
        RateLimitPlanResolver slow() {
            return value -> {
                awaitPlans();
                return null;
            };
        }

        private static void awaitPlans() {
            try {
                PLANS_KNOWN.await();
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void holdNoMonitor() {
        RedisServer redis = RedisServer.start();
        ExecutorService callers = Executors.newCachedThreadPool();
        try (RunningApplication application = RunningApplication.start(
                Application.class,
                "spring.data.redis.port=" + redis.port(),
                "ratelimit.redis.deadline=1m",
                "ratelimit.plan-timeout=10s",
                "ratelimit.policies.api.paths=/a/b",
                "ratelimit.policies.api.limit=100/1h",
                "ratelimit.policies.api.key=ip",
                "ratelimit.policies.planned.paths=/a/other",
                "ratelimit.policies.planned.limit=100/1h",
                "ratelimit.policies.planned.key=header:X-Key",
                "ratelimit.policies.planned.plan=bean:slow",
                "ratelimit.policies.planned.plans.pro.limit=200/1h",
                "ratelimit.policies.service.limit=100/1h",
                "ratelimit.policies.filtered.limit=1/1h")) {
            redis.pause();
            List<CompletableFuture<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < OF_EACH; i++) {
                answers.add(ask(callers, application, "/a/b"));
                answers.add(ask(callers, application, "/a/other"));
                answers.add(ask(callers, application, "/service?name=ana"));
            }

            try {
                await().atMost(Duration.ofSeconds(50)).until(() -> waiting().size() == answers.size());
                assertThat(waiting())
                        .allSatisfy(thread -> assertThat(thread.getLockedMonitors())
                                .as("%s", thread)
                                .isEmpty());
            } finally {
                redis.resume();
                PLANS_KNOWN.countDown();
            }
            assertThat(answers).extracting(CompletableFuture::join).containsOnly(200);
        } finally {
            callers.shutdown();
            redis.close();
        }
    }

    private static CompletableFuture<Integer> ask(
            ExecutorService callers, RunningApplication application, String path) {
        return CompletableFuture.supplyAsync(
                () -> application.get(path, "X-Key", "ana").statusCode(), callers);
    }

    /** The server's threads that wait in our code. */
    private static List<ThreadInfo> waiting() {
        return Arrays.stream(ManagementFactory.getThreadMXBean().dumpAllThreads(true, false))
                .filter(thread -> thread.getThreadState() == Thread.State.TIMED_WAITING)
                .filter(thread -> Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(RateLimitFilter.class.getName())))
                .toList();
    }
}
