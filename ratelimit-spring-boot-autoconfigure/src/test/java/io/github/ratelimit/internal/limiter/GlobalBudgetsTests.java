package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.AddressNormalizer;
import io.github.ratelimit.internal.key.HashKeys;
import io.github.ratelimit.internal.key.KeyEncoder;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.limiter.ActivePolicy.KeyRule;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class GlobalBudgetsTests {

    private static final RateLimitPolicy BUCKET = RateLimitPolicy.of("bucket", Quota.of("10/1h"));
    private static final RateLimitPolicy WINDOW =
            RateLimitPolicy.of("window", Quota.of("10/1h")).withAlgorithm(Algorithm.FIXED_WINDOW);
    private static final RateLimitPolicy TWO = RateLimitPolicy.of("two", Quota.of("10/1h", "4/1m"));

    private final AtomicLong nanos = new AtomicLong();
    private final Policies policies = new Policies(List.of(
            active(BUCKET, "global"),
            active(WINDOW, "global"),
            active(TWO, "global"),
            active(RateLimitPolicy.of("user", Quota.of("10/1h")), "principal | global")));
    private final GlobalBudgets budgets = new GlobalBudgets(policies, nanos::get);
    private final StoreRateLimiter limiter = ResolvedChecks.limiter(
            new LocalStore(100, LocalClock.SYSTEM),
            new CheckResolver(
                    policies, new KeyEncoder(HashKeys.AUTO, null), new AddressNormalizer(64), CurrentRequest.NONE),
            budgets::observe);

    private static ActivePolicy active(RateLimitPolicy policy, String key) {
        return new ActivePolicy(policy, new KeyRule(KeyExpression.parse(key), OnMissingKey.IP, List.of()), Map.of());
    }

    private GlobalBudget budget(String policy) {
        return budgets.all().stream()
                .filter(each -> each.policy().equals(policy))
                .findFirst()
                .orElseThrow();
    }

    private double usage(String policy) {
        return budget(policy).state().orElseThrow().usage();
    }

    @Test
    void areThoseThatAllShare() {
        assertThat(budgets.all()).extracting(GlobalBudget::policy).containsExactly("bucket", "two", "window");
    }

    @Test
    void areUnknownBeforeTheFirstDecision() {
        assertThat(budget("bucket").state()).isEmpty();
    }

    @Test
    void areWhatTheLastDecisionSaw() {
        limiter.tryAcquire(RateLimitCheck.of("window").cost(3));
        limiter.tryAcquire(RateLimitCheck.of("window").cost(8));

        GlobalBudget.State state = budget("window").state().orElseThrow();
        assertThat(state.limit()).isEqualTo("10/1h");
        assertThat(state.capacity()).isEqualTo(10);
        assertThat(state.remaining()).isEqualTo(7);
        assertThat(state.usage()).isEqualTo(0.3);
    }

    @Test
    void ofABucketComeBackSteadily() {
        limiter.tryAcquire(RateLimitCheck.of("bucket").cost(10));
        nanos.addAndGet(Duration.ofMinutes(30).toNanos());

        assertThat(usage("bucket")).isCloseTo(0.5, within(0.001));
    }

    @Test
    void ofAWindowComeBackAtItsEnd() {
        limiter.tryAcquire(RateLimitCheck.of("window").cost(10));
        nanos.addAndGet(Duration.ofMinutes(30).toNanos());
        assertThat(usage("window")).isEqualTo(1);

        nanos.addAndGet(Duration.ofMinutes(30).toNanos());
        assertThat(usage("window")).isZero();
    }

    @Test
    void ofSeveralLimitsAreTheTightest() {
        limiter.tryAcquire(RateLimitCheck.of("two").cost(4));

        assertThat(budget("two").state().orElseThrow().limit()).isEqualTo("4/1m");
        assertThat(usage("two")).isEqualTo(1);
    }
}
