package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Limit;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitAlertEvent;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AlertEventsTests {

    private final List<RateLimitAlertEvent> events = new ArrayList<>();

    private StoreRateLimiter limiter(RateLimitPolicy policy) {
        RateLimitPolicy alerting = policy.withAlgorithm(Algorithm.FIXED_WINDOW).withAlertAt(List.of(50, 100));
        return ResolvedChecks.limiter(
                new LocalStore(10, LocalClock.SYSTEM), ResolvedChecks.resolver(alerting), new AlertEvents(events::add));
    }

    @Test
    void tellEachLevelOnce() {
        StoreRateLimiter limiter = limiter(RateLimitPolicy.of("sms", Quota.of("10/1h")));
        for (int i = 0; i < 20; i++) {
            limiter.tryAcquire(RateLimitCheck.of("sms", "secret"));
        }

        Limit limit = Limit.valueOf("10/1h");
        assertThat(events)
                .containsExactly(
                        new RateLimitAlertEvent("sms", null, 50, limit),
                        new RateLimitAlertEvent("sms", null, 100, limit));
    }

    @Test
    void tellTheLimitThatIsUsedMost() {
        StoreRateLimiter limiter = limiter(RateLimitPolicy.of("sms", Quota.of("4/1h", "100/1d")));
        limiter.tryAcquire(RateLimitCheck.of("sms", "a").cost(3));

        assertThat(events).containsExactly(new RateLimitAlertEvent("sms", null, 50, Limit.valueOf("4/1h")));
    }

    @Test
    void tellThePlanAndItsLimit() throws StoreFailureException {
        RateLimitPolicy policy = RateLimitPolicy.of("sms", Quota.of("4/1h"))
                .withPlans(Quota.of("4/1h"), Map.of("pro", Quota.of("10/1h")), null)
                .withAlgorithm(Algorithm.FIXED_WINDOW)
                .withAlertAt(List.of(50));
        ResolvedCheck check = ResolvedChecks.onPlan(policy, "pro", "a", 5);
        new AlertEvents(events::add).onDecision(new LocalStore(10, LocalClock.SYSTEM).decide(List.of(check), true));

        assertThat(events).containsExactly(new RateLimitAlertEvent("sms", "pro", 50, Limit.valueOf("10/1h")));
    }

    @Test
    void areNotForWhatTookNothing() {
        StoreRateLimiter limiter = limiter(RateLimitPolicy.of("sms", Quota.of("10/1h")));
        limiter.peek(RateLimitCheck.of("sms", "a").cost(10));
        limiter.tryAcquire(RateLimitCheck.of("sms", "a").cost(11));

        assertThat(events).isEmpty();
    }
}
