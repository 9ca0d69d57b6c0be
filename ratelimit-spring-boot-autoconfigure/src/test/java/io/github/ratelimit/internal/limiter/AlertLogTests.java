package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class AlertLogTests {

    private static final RateLimitPolicy SMS = RateLimitPolicy.of("sms", Quota.of("10/1h"))
            .withAlgorithm(Algorithm.FIXED_WINDOW)
            .withAlertAt(List.of(50, 100));

    private final StoreRateLimiter limiter = new StoreRateLimiter(
            ResolvedChecks.resolver(SMS), new LocalStore(10, LocalClock.SYSTEM), List.of(new AlertLog()));

    @Test
    void warnsOnceOfEachLevel(CapturedOutput output) {
        for (int i = 0; i < 20; i++) {
            limiter.tryAcquire(RateLimitCheck.of("sms", "secret"));
        }

        assertThat(output.getOut().lines().filter(line -> line.contains("'sms'")))
                .satisfiesExactly(
                        half -> assertThat(half).contains("WARN").contains("has used 50 %"),
                        all -> assertThat(all).contains("WARN").contains("has used 100 %"));
        assertThat(output).doesNotContain("secret");
    }
}
