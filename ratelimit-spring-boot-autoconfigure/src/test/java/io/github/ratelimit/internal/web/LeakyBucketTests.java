package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.testing.RunningApplication;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Requests wait for their turn, and only so many at once. */
class LeakyBucketTests {

    private static RunningApplication start(String... more) {
        List<String> properties = new ArrayList<>(List.of(
                "ratelimit.policies.queue.paths=/a/b",
                "ratelimit.policies.queue.key=header:X-Q",
                "ratelimit.policies.queue.algorithm=leaky-bucket",
                "ratelimit.policies.queue.max-delay=2s",
                "ratelimit.policies.service.limit=1/1h",
                "ratelimit.policies.filtered.limit=1/1h"));
        properties.addAll(List.of(more));
        return RunningApplication.start(WebApplication.Plain.class, properties.toArray(String[]::new));
    }

    @Test
    void spacesParallelCalls() throws Exception {
        try (RunningApplication application = start("ratelimit.policies.queue.limit=5/1s")) {
            application.get("/a/b", "X-Q", "warm-up");
            long begin = System.nanoTime();
            List<Duration> ends = new ArrayList<>();
            for (Future<HttpResponse<String>> answer : parallel(application, 8)) {
                assertThat(answer.get().statusCode()).isEqualTo(200);
                ends.add(Duration.ofNanos(System.nanoTime() - begin));
            }
            assertThat(ends.get(7))
                    .as("seven turns of 200 ms")
                    .isBetween(Duration.ofMillis(1_400), Duration.ofSeconds(4));
        }
    }

    @Test
    void refusesWhoseTurnComesTooLate() throws Exception {
        try (RunningApplication application = start("ratelimit.policies.queue.limit=3/3s")) {
            List<Integer> statuses = new ArrayList<>();
            for (Future<HttpResponse<String>> answer : parallel(application, 4)) {
                statuses.add(answer.get().statusCode());
            }
            assertThat(statuses).containsExactlyInAnyOrder(200, 200, 200, 429);
        }
    }

    @Test
    void letsOnlySoManyWait() throws Exception {
        try (RunningApplication application =
                start("ratelimit.policies.queue.limit=1/1s", "ratelimit.leaky-max-waiting=1")) {
            List<Integer> statuses = new ArrayList<>();
            application.get("/a/b", "X-Q", "q");
            for (Future<HttpResponse<String>> answer : parallel(application, 3)) {
                HttpResponse<String> response = answer.get();
                statuses.add(response.statusCode());
                if (response.statusCode() == 429) {
                    assertThat(response.headers().firstValue("Retry-After")).contains("2");
                }
            }
            assertThat(statuses).containsExactlyInAnyOrder(200, 429, 429);
        }
    }

    /** Sent at once; the first two of a bucket come back in order. */
    private static List<Future<HttpResponse<String>>> parallel(RunningApplication application, int calls) {
        ExecutorService callers = Executors.newFixedThreadPool(calls);
        try {
            List<Future<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < calls; i++) {
                answers.add(callers.submit(() -> application.get("/a/b", "X-Q", "q")));
            }
            return answers;
        } finally {
            callers.shutdown();
        }
    }
}
