package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class FailureLogTests {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final FailureLog log =
            new FailureLog(LoggerFactory.getLogger(FailureLogTests.class), "It failed", nanos::get);

    private void note(String reason, int times) {
        for (int i = 0; i < times; i++) {
            log.note(new StoreFailureException(reason));
        }
    }

    @Test
    void tellsTheFirstFailureAtOnceAndNoOtherWithinAMinute(CapturedOutput output) {
        note("gone", 1);
        nanos.addAndGet(Duration.ofSeconds(59).toNanos());
        note("gone", 30);

        assertThat(output.getOut()).containsOnlyOnce("It failed: gone");
    }

    @Test
    void tellsAfterAMinuteHowManyThereWere(CapturedOutput output) {
        note("gone", 31);
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        note("slow", 2);

        assertThat(output.getOut()).contains("It failed: slow (30 more since the last line)");
    }
}
