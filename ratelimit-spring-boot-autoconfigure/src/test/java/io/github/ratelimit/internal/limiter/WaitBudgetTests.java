package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitBudgetTests {

    private static final Duration DEADLINE = Duration.ofMillis(50);

    private final WaitBudget budget = new WaitBudget();

    private void spendMillis(long millis) {
        budget.spend(TimeUnit.MILLISECONDS.toNanos(millis), DEADLINE);
    }

    private long leftMillis() {
        return TimeUnit.NANOSECONDS.toMillis(budget.leftNanos(DEADLINE));
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
}
