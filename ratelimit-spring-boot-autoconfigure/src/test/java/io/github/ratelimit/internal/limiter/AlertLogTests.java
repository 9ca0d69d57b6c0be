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

    private final Seconds seconds = new Seconds();
    private final AlertLog log = new AlertLog(seconds);
    private final StoreRateLimiter limiter = ResolvedChecks.limiter(
            new LocalStore(1_000, LocalClock.SYSTEM), ResolvedChecks.resolver(SMS), log::observe);

    @Test
    void warnsOnceOfEachLevel(CapturedOutput output) {
        for (int i = 0; i < 20; i++) {
            limiter.tryAcquire(RateLimitCheck.of("sms", "secret"));
        }
        seconds.pass();

        assertThat(output.getOut().lines().filter(line -> line.contains("'sms'")))
                .satisfiesExactlyInAnyOrder(
                        half -> assertThat(half).contains("WARN").endsWith("has used 50 % of its window"),
                        all -> assertThat(all).contains("WARN").endsWith("has used 100 % of its window"));
        assertThat(output).doesNotContain("secret");
    }

    @Test
    void warnsOfWhatIsLeftWhenTheApplicationCloses(CapturedOutput output) {
        limiter.tryAcquire(RateLimitCheck.of("sms", "secret").cost(5));
        log.close();

        assertThat(output).contains("'sms' has used 50 %");
    }

    @Test
    void warnsOfManyKeysInOneLineASecond(CapturedOutput output) {
        for (int second = 0; second < 2; second++) {
            for (int i = 0; i < 300; i++) {
                limiter.tryAcquire(RateLimitCheck.of("sms", second + "-" + i).cost(5));
            }
            seconds.pass();
        }

        assertThat(output.getOut().lines().filter(line -> line.contains("'sms'")))
                .hasSize(2)
                .allSatisfy(line ->
                        assertThat(line).endsWith("'sms' has used 50 % of its window, for 300 keys within a second"));
    }
}
