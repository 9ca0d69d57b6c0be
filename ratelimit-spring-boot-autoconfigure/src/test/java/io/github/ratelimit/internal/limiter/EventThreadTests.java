package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class EventThreadTests {

    private final EventThread events = new EventThread();
    private final List<String> told = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        events.close();
    }

    @Test
    void tellsInOrderAndWaitsForNobody() {
        CountDownLatch slow = new CountDownLatch(1);
        events.tell("first", () -> {
            try {
                slow.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            told.add("first");
        });
        events.tell("second", () -> told.add("second"));
        assertThat(told).isEmpty();

        slow.countDown();
        Awaitility.await().untilAsserted(() -> assertThat(told).containsExactly("first", "second"));
    }

    @Test
    void goesOnAfterAListenerThatFails(CapturedOutput output) {
        events.tell("broken", () -> {
            throw new IllegalStateException("on purpose");
        });
        events.tell("next", () -> told.add("next"));

        Awaitility.await().until(() -> told.contains("next"));
        assertThat(output.getOut()).contains("A listener to broken failed");
    }

    @Test
    void dropsWhatAFloodBringsAndSaysSo(CapturedOutput output) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch stuck = new CountDownLatch(1);
        events.tell("stuck", () -> {
            begun.countDown();
            try {
                stuck.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
        begun.await(); // and it waits in no place of theirs
        for (int i = 0; i < 1_010; i++) {
            events.tell("flood " + i, () -> told.add("flood"));
        }
        stuck.countDown();

        assertThat(output.getOut()).contains("they are not told of flood 1009");
        Awaitility.await().until(() -> told.size() >= 999);
    }

    @Test
    void endsAListenerThatHangs() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        events.tell("stuck", () -> {
            try {
                begun.countDown();
                new CountDownLatch(1).await();
            } catch (InterruptedException end) {
                ended.countDown();
            }
        });
        begun.await();
        events.close();

        assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
    }
}
