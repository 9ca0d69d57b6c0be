package io.github.ratelimit.internal.redis;

import static io.github.ratelimit.RateLimitCircuitBreakerEvent.State.CLOSED;
import static io.github.ratelimit.RateLimitCircuitBreakerEvent.State.HALF_OPEN;
import static io.github.ratelimit.RateLimitCircuitBreakerEvent.State.OPEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitCircuitBreakerEvent;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class StoreBreakerTests {

    private final CircuitBreaker resilience =
            CircuitBreaker.of("test", TestRedis.config(Duration.ofSeconds(90)).build());
    private final StoreBreaker breaker = new StoreBreaker(resilience);
    private final List<RateLimitCircuitBreakerEvent> events = new ArrayList<>();

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            assertThat(breaker.tryAcquire()).isTrue();
            breaker.failed(1_000, new StoreFailureException("gone"));
        }
    }

    private void succeed(int times) {
        for (int i = 0; i < times; i++) {
            assertThat(breaker.tryAcquire()).isTrue();
            breaker.succeeded(1_000);
        }
    }

    @Test
    void opensWhenHalfOfTheCallsFail() {
        succeed(10);
        fail(9);
        assertThat(breaker.isClosed()).isTrue();

        fail(1);
        assertThat(breaker.isClosed()).isFalse();
        assertThat(breaker.isWaiting()).isTrue();
        assertThat(breaker.tryAcquire()).isFalse();
    }

    @Test
    void tellsWhatIsLeftOfTheOpenState() {
        assertThat(breaker.retryAfter()).isEqualTo(Duration.ofSeconds(1));

        fail(10);
        assertThat(breaker.retryAfter()).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(90));
    }

    @Test
    void takesNoNoticeOfCallsWithoutMeaning() {
        for (int i = 0; i < 100; i++) {
            assertThat(breaker.tryAcquire()).isTrue();
            breaker.release();
        }
        assertThat(resilience.getMetrics().getNumberOfBufferedCalls()).isZero();
    }

    @Test
    void forgetsWhatFailedOverAnotherConnection() {
        breaker.onChange(events::add);
        fail(9);
        breaker.connected();
        succeed(5);
        fail(4);

        assertThat(breaker.isClosed()).isTrue();
        assertThat(events).isEmpty();
    }

    @Test
    void staysOpenOverANewConnection() {
        fail(10);
        breaker.connected();

        assertThat(breaker.isWaiting()).isTrue();
    }

    @Test
    void tellsEachChangeAndLogsTheOutageAsTwoLines(CapturedOutput output) {
        breaker.onChange(events::add);
        fail(10);
        resilience.transitionToHalfOpenState();
        fail(3);
        resilience.transitionToHalfOpenState();
        succeed(3);

        assertThat(events)
                .extracting(RateLimitCircuitBreakerEvent::to)
                .containsExactly(OPEN, HALF_OPEN, OPEN, HALF_OPEN, CLOSED);
        assertThat(events.get(0)).isEqualTo(new RateLimitCircuitBreakerEvent(CLOSED, OPEN, "gone"));
        assertThat(output.getOut()).containsOnlyOnce("is open (gone)").containsOnlyOnce("is closed");
    }

    @Test
    void actsLikeTheStateThatAnOperatorForces() {
        resilience.transitionToForcedOpenState();
        assertThat(breaker.isClosed()).isFalse();
        assertThat(breaker.tryAcquire()).isFalse();

        resilience.transitionToDisabledState();
        assertThat(breaker.isClosed()).isTrue();
        fail(100);
        assertThat(breaker.isClosed()).isTrue();
    }

    @Test
    void opensByHandWithoutAFailureThatIsOver(CapturedOutput output) {
        breaker.onChange(events::add);
        fail(1);
        resilience.transitionToForcedOpenState();

        assertThat(events).containsExactly(new RateLimitCircuitBreakerEvent(CLOSED, OPEN, null));
        assertThat(output.getOut()).contains("is open (by hand)");
    }

    @Test
    void tellsNothingOnceItIsClosed(CapturedOutput output) {
        breaker.onChange(events::add);
        breaker.close();
        fail(10);

        assertThat(events).isEmpty();
        assertThat(output.getOut()).doesNotContain("circuit breaker of the rate limit store");
    }
}
