package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class DecisionListenersTests {

    private static final RateLimitDecision DECISION = new RateLimitDecision(Outcome.ALLOWED, List.of());

    private final AtomicLong nanos = new AtomicLong();
    private final List<RateLimitDecision> heard = new ArrayList<>();
    private final RateLimitListener loud = decision -> {
        throw new IllegalStateException("audit failed");
    };
    private final DecisionListeners listeners =
            new DecisionListeners(() -> List.of(loud, heard::add), null, nanos::get);

    private void tell(int times) {
        for (int i = 0; i < times; i++) {
            listeners.tell(DECISION, Place.CODE);
        }
    }

    @Test
    void thatFailDoNotKeepOthersFromHearing() {
        tell(1);

        assertThat(heard).containsExactly(DECISION);
    }

    @Test
    void thatFailAreLoggedOnceAMinute(CapturedOutput output) {
        tell(100);
        assertThat(output.getOut())
                .containsOnlyOnce("A RateLimitListener failed; the decision stands")
                .containsOnlyOnce("java.lang.IllegalStateException: audit failed");

        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        tell(100);
        assertThat(output.getOut())
                .containsOnlyOnce("A RateLimitListener failed; the decision stands (99 more since the last line)");
    }
}
