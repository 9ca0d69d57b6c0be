package io.github.ratelimit.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LoadTests {

    @Test
    void asksUntilItIsStopped() {
        AtomicInteger asked = new AtomicInteger();
        Load load = Load.start(2, Duration.ofMillis(1), caller -> () -> {
            asked.incrementAndGet();
            return "caller " + caller;
        });
        Awaitility.await().until(() -> load.calls().labels().size() == 2);

        Calls calls = load.stop();

        assertThat(calls.labels()).containsOnlyKeys("caller 0", "caller 1");
        assertThat(calls.all()).hasSize(asked.get());
    }

    @Test
    void labelsACallThatThrows() {
        Load load = Load.start(1, Duration.ofMillis(1), () -> {
            throw new IllegalStateException("broken on purpose");
        });
        Awaitility.await().until(() -> !load.calls().all().isEmpty());

        assertThat(load.stop().labels()).containsOnlyKeys("IllegalStateException");
    }

    @Test
    void givesUpACallWithoutAnAnswer() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Load load = Load.start(1, Duration.ZERO, () -> {
            asked.countDown();
            never.await();
            return "answered";
        });
        asked.await();

        assertThat(load.stop().labels()).containsOnlyKeys(Calls.UNANSWERED);
    }

    @Nested
    class OfItsCalls {

        private final Calls calls = new Calls(List.of(call(30, 90, "c"), call(0, 10, "a"), call(10, 30, "b")));

        private static Calls.Call call(long begin, long end, String label) {
            return new Calls.Call(begin, end, label);
        }

        @Test
        void theOrderIsThatOfTheAnswers() {
            assertThat(calls.all()).extracting(Calls.Call::label).containsExactly("a", "b", "c");
        }

        @Test
        void theWaitsAreKnown() {
            assertThat(calls.median()).isEqualTo(Duration.ofNanos(20));
            assertThat(calls.worst()).isEqualTo(Duration.ofNanos(60));
            assertThat(new Calls(List.of()).worst()).isZero();
            assertThat(new Calls(List.of()).median()).isZero();
        }

        @Test
        void aStretchOfTimeIsCutOut() {
            assertThat(calls.begunIn(10, 30).labels()).containsOnlyKeys("b");
            assertThat(calls.answeredIn(10, 30).labels()).containsOnlyKeys("a");
        }

        @Test
        void theFirstRunIsFound() {
            assertThat(calls.firstRun(2, call -> !call.label().equals("a"))).isEqualTo(1);
            assertThat(calls.firstRun(2, call -> !call.label().equals("b"))).isEqualTo(-1);
        }
    }
}
