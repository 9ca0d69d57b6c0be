package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitBudgetTests {

    private static final Duration DEADLINE = Duration.ofMillis(50);

    private final WaitBudget budget = new WaitBudget();

    private long now = Long.MAX_VALUE - 1_000; // it may be near its end, and go on beyond

    private void spendMillis(long millis) {
        long waited = TimeUnit.MILLISECONDS.toNanos(millis);
        now += waited;
        budget.spend(waited, now, DEADLINE);
    }

    private long leftMillis() {
        return TimeUnit.NANOSECONDS.toMillis(budget.leftNanos(now, DEADLINE));
    }

    @Test
    void isTheWholeDeadlineAtFirst() {
        assertThat(leftMillis()).isEqualTo(50);
    }

    @Test
    void isWhatTheWaitsHaveLeft() {
        spendMillis(20);
        spendMillis(12);
        assertThat(leftMillis()).isEqualTo(18);
    }

    @Test
    void isNothingWhenUsedUp() {
        spendMillis(52);
        assertThat(leftMillis()).isZero();
    }

    @Test
    void isNotUsedByQuickAnswers() {
        for (int i = 0; i < 1_000; i++) {
            spendMillis(5);
        }
        assertThat(leftMillis()).isEqualTo(50);
    }

    @Test
    void isWholeAgainAWhileAfterTheLastWait() {
        spendMillis(52);
        now += Duration.ofSeconds(1).toNanos();
        assertThat(leftMillis()).isZero();

        now += 1;
        assertThat(leftMillis()).isEqualTo(50);
        spendMillis(20);
        assertThat(leftMillis()).isEqualTo(30);
    }
}
