package io.github.ratelimit.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitCircuitBreakerEvent.State;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.ActivePolicy.KeyRule;
import io.github.ratelimit.internal.limiter.GlobalBudgets;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.internal.limiter.StoreStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthReportTests {

    private static final Policies NONE = new Policies(List.of());
    private static final Policies ONE = new Policies(List.of(new ActivePolicy(
            RateLimitPolicy.of("budget", Quota.of("10/1h")),
            new KeyRule(KeyExpression.parse("global"), OnMissingKey.IP, List.of()),
            Map.of())));

    private record Store(boolean isConnected, State breaker) implements StoreStatus {}

    private static HealthReport report(Policies policies, StoreStatus store, boolean downOnStoreFailure) {
        return new HealthReport(policies, store, new GlobalBudgets(policies, () -> 0), downOnStoreFailure);
    }

    @ParameterizedTest
    @CsvSource({
        "true, CLOSED, true, false",
        "false, CLOSED, true, true",
        "true, OPEN, true, true",
        "true, HALF_OPEN, true, true",
        "false, OPEN, false, false"
    })
    void isDownBecauseOfTheStoreOnlyWhenTold(boolean connected, State breaker, boolean told, boolean down) {
        assertThat(report(ONE, new Store(connected, breaker), told).isDown()).isEqualTo(down);
    }

    @Test
    void isNeverDownWithoutASharedStore() {
        assertThat(report(ONE, null, true).isDown()).isFalse();
        assertThat(report(ONE, null, true).details()).containsEntry("store", "local");
    }

    @Test
    void isNeverDownAndTellsNothingWithoutPolicies() {
        HealthReport report = report(NONE, new Store(false, State.CLOSED), true);

        assertThat(report.isDown()).isFalse();
        assertThat(report.details()).isEmpty();
    }

    @Test
    void tellsHowTheStoreIs() {
        assertThat(report(ONE, new Store(true, State.HALF_OPEN), false).details())
                .containsEntry("store", "redis")
                .containsEntry("connected", true)
                .containsEntry("breaker", "half-open")
                .containsEntry("budgets", Map.of("budget", Map.of()));
    }
}
