package io.github.ratelimit.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.PlanNames;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What the log says of a resolver. */
@ExtendWith(OutputCaptureExtension.class)
class ResolverHealthTests {

    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final RateLimitPolicy POLICY = RateLimitPolicy.of("api", Quota.of("10/1s"))
            .withPlans(Quota.of("10/1s"), Map.of("basic", Quota.of("20/1s"), "pro", Quota.of("100/1s")), null);

    private final PlanNames names = new PlanNames(POLICY, "bean:plans");
    private final ResolverHealth health = new ResolverHealth(names);

    private static long lines(CapturedOutput output, String text) {
        return output.getOut().lines().filter(line -> line.contains(text)).count();
    }

    private void succeed(int times, long now) {
        for (int i = 0; i < times; i++) {
            health.succeeded(now);
        }
    }

    @Test
    void isOneLineAnOutage(CapturedOutput output) {
        health.failed("java.io.IOException", 0);
        health.failed("java.io.IOException", 1);
        assertThat(health.isFailing()).isTrue();
        assertThat(lines(output, "bean:plans of rate limit policy 'api' failed: java.io.IOException. Until it answers"))
                .isEqualTo(1);
        succeed(20, MINUTE);
        assertThat(health.isFailing()).isFalse();
        assertThat(lines(output, "bean:plans of rate limit policy 'api' answers again"))
                .isEqualTo(1);
        health.failed("again", MINUTE);
        assertThat(lines(output, "failed: again")).isEqualTo(1);
    }

    @Test
    void isOneLineAMinuteForOneThatFlaps(CapturedOutput output) {
        for (long now = 0; now < MINUTE; now += MINUTE / 100) {
            health.failed("flaps", now);
            succeed(25, now);
        }
        assertThat(lines(output, "failed: flaps")).isEqualTo(1);
        assertThat(lines(output, "answers again")).isZero();
    }

    @Test
    void takesTwentyAnswersInARowForTheEnd() {
        health.failed("gone", 0);
        succeed(19, MINUTE);
        assertThat(health.isFailing()).isTrue();
        health.failed("gone", MINUTE);
        succeed(19, MINUTE);
        assertThat(health.isFailing()).isTrue();
        succeed(1, MINUTE);
        assertThat(health.isFailing()).isFalse();
    }

    @Test
    void saysOnceAMinuteThatThereAreTooManyValues(CapturedOutput output) {
        health.crowded(0);
        health.crowded(MINUTE - 1);
        assertThat(lines(output, "cannot be asked about all new values in time"))
                .isEqualTo(1);
        health.crowded(MINUTE);
        assertThat(lines(output, "cannot be asked about all new values in time"))
                .isEqualTo(2);
    }

    @Test
    void saysNothingOfWhatFailsAtTheEnd(CapturedOutput output) {
        health.close();
        health.failed("interrupted", 0);
        health.crowded(0);
        assertThat(lines(output, "bean:plans")).isZero();
    }

    @Test
    void namesAPlanThatDoesNotExistOnceAndUnreadably(CapturedOutput output) {
        names.read("gold\nWARN forged");
        names.read("silver");
        assertThat(lines(
                        output,
                        "Rate limit policy 'api' has no plan 'gold%0AWARN%20forged', which bean:plans named for a client; "
                                + "it has [basic, pro]"))
                .isEqualTo(1);
        assertThat(lines(output, "silver")).isZero();
    }
}
