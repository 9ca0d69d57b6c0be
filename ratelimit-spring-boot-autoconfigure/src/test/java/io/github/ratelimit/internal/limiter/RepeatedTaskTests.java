package io.github.ratelimit.internal.limiter;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RepeatedTaskTests {

    private final AtomicInteger runs = new AtomicInteger();
    private @Nullable RepeatedTask task;

    @AfterEach
    void close() {
        if (task != null) {
            task.close();
        }
    }

    private RepeatedTask start(BooleanSupplier work) {
        RepeatedTask started = new RepeatedTask("repeated", Duration.ofMillis(1), work);
        task = started;
        started.start();
        return started;
    }

    private void awaitRuns(int expected) {
        Awaitility.await().until(() -> runs.get() == expected);
    }

    @Test
    void runsWhileThereIsWorkAndWhenThereIsSomeAgain() {
        RepeatedTask counting = start(() -> runs.incrementAndGet() % 3 != 0);
        awaitRuns(3);
        counting.start();
        awaitRuns(6);
    }

    @Test
    void runsAgainForWhatComesUpWhileItRuns() {
        start(() -> {
            if (runs.incrementAndGet() == 1 && task != null) {
                task.start();
            }
            return false;
        });
        awaitRuns(2);
    }

    @Test
    void triesAgainWhatFails() {
        start(() -> {
            if (runs.incrementAndGet() < 3) {
                throw new IllegalStateException("on purpose");
            }
            return false;
        });
        awaitRuns(3);
    }

    @Test
    void doesNothingMoreOnceClosed() {
        RepeatedTask closed = new RepeatedTask("repeated", Duration.ofMillis(20), () -> runs.incrementAndGet() < 0);
        closed.start();
        closed.close();
        closed.start();
        Awaitility.await().during(Duration.ofMillis(100)).until(() -> runs.get() == 0);
    }
}
