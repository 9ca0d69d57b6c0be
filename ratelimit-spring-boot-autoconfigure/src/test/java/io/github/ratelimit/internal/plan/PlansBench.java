package io.github.ratelimit.internal.plan;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.PlanAnswer;
import io.github.ratelimit.internal.limiter.PlanAnswer.OnPlan;
import io.github.ratelimit.internal.limiter.PlanNames;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Plans of the policy {@code api}, which has basic and pro, with a resolver and a clock that tests set. */
final class PlansBench implements AutoCloseable {

    static final PlanAnswer BASIC = new OnPlan("basic");
    static final PlanAnswer PRO = new OnPlan("pro");
    static final Duration REFRESH = Duration.ofMinutes(1);

    final TestResolver resolver = new TestResolver();
    private final AtomicLong ahead = new AtomicLong();
    private final CachedPlans plans;

    /** A request waits at most so long. */
    PlansBench(Duration timeout) {
        RateLimitPolicy policy = RateLimitPolicy.of("api", Quota.of("10/1s"))
                .withPlans(null, Map.of("basic", Quota.of("20/1s"), "pro", Quota.of("100/1s")), "basic");
        // The machine's clock, for what is waited for, and ahead of it, for what would take too long.
        Ticker ticker = () -> System.nanoTime() + ahead.get();
        plans = new CachedPlans(
                () -> resolver, new PlanNames(policy, "bean:plans"), new PlanTimes(REFRESH, timeout), ticker);
    }

    void pass(Duration time) {
        ahead.addAndGet(time.toNanos());
    }

    PlanAnswer planOf(String value) {
        return plans.planOf(value, null);
    }

    /** The application ends, whatever the resolver does. */
    void end() {
        plans.close();
    }

    @Override
    public void close() {
        resolver.goOn();
        end();
    }
}
