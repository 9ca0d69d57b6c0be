package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SecondlyCountsTests {

    @Test
    void loseNothingWhileTheyAreTold() throws Exception {
        AtomicLong told = new AtomicLong();
        Seconds seconds = new Seconds();
        SecondlyCounts<Integer> counts =
                new SecondlyCounts<>(5, seconds, (kind, count) -> told.addAndGet(count.times()));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                running.add(threads.submit(() -> {
                    for (int i = 0; i < 20_000; i++) {
                        counts.note(i % 20, -1, null);
                    }
                }));
            }
            while (!running.stream().allMatch(Future::isDone)) {
                seconds.pass();
            }
            for (Future<?> each : running) {
                each.get();
            }
            seconds.pass();
        } finally {
            threads.shutdownNow();
        }

        assertThat(told).hasValue(80_000);
    }

    @Test
    void keepTheLongestWait() {
        List<SecondlyCounts.Count> told = new ArrayList<>();
        Seconds seconds = new Seconds();
        SecondlyCounts<String> counts = new SecondlyCounts<>(5, seconds, (kind, count) -> told.add(count));

        counts.note("a", "rest", null);
        counts.note("a", "rest", Duration.ofSeconds(2));
        counts.note("a", "rest", Duration.ofSeconds(1));
        seconds.pass();

        assertThat(told).containsExactly(new SecondlyCounts.Count(3, Duration.ofSeconds(2)));
    }
}
