package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Limit;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.AddressNormalizer;
import io.github.ratelimit.internal.key.HashKeys;
import io.github.ratelimit.internal.key.KeyEncoder;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.limiter.ActivePolicy.KeyRule;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Changes while requests run: each request sees one version of the policy, whole. */
class ChangesUnderLoadTests {

    /** Enforcement goes with the limit, so that a mixture shows. */
    private static final RateLimitPolicy WIDE = RateLimitPolicy.of("api", Quota.of("1000000/1h"));

    private static final RateLimitPolicy NARROW =
            RateLimitPolicy.of("api", Quota.of("1000/1h", "10/1s")).withEnforce(false);

    private final ActivePolicy policy =
            new ActivePolicy(WIDE, new KeyRule(KeyExpression.parse("principal"), OnMissingKey.IP, List.of()), Map.of());
    private final Policies policies = new Policies(List.of(policy));
    private final StoreRateLimiter limiter = ResolvedChecks.limiter(
            new LocalStore(1_000, LocalClock.SYSTEM),
            new CheckResolver(
                    policies, new KeyEncoder(HashKeys.NEVER, null), new AddressNormalizer(64), CurrentRequest.NONE));

    @Test
    void neverShowHalfAChange() throws Exception {
        LocalChanges store = new LocalChanges();
        AtomicInteger told = new AtomicInteger();
        PolicyChanges changes =
                new PolicyChanges(policies, store, (configured, values) -> NARROW, event -> told.incrementAndGet());
        AtomicReference<String> mixture = new AtomicReference<>();
        AtomicInteger narrow = new AtomicInteger();
        AtomicInteger wide = new AtomicInteger();
        Thread[] callers = new Thread[3];
        for (int i = 0; i < callers.length; i++) {
            String key = "user" + i;
            callers[i] = new Thread(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    Result result = limiter.peek(RateLimitCheck.of("api", key))
                            .results()
                            .get(0);
                    (result.policy().enforce() ? wide : narrow).incrementAndGet();
                    if (!isWhole(result)) {
                        mixture.set(result.toString());
                    }
                }
            });
            callers[i].start();
        }
        int rounds = 0;
        while (rounds < 500 || narrow.get() == 0 || wide.get() == 0) {
            changes.change(policy, new PolicyChange(Map.of("enforce", "false"), null, null));
            Thread.yield();
            changes.takeBack(policy, null);
            rounds++;
        }
        for (Thread caller : callers) {
            caller.interrupt();
            caller.join();
        }
        assertThat(mixture.get()).isNull();
        assertThat(told).hasValue(2 * rounds);
    }

    private static boolean isWhole(Result result) {
        List<Limit> limits =
                result.usages().stream().map(usage -> usage.limit()).toList();
        return result.policy().equals(limits.size() == 1 ? WIDE : NARROW)
                && result.policy().quota() != null
                && result.policy().quota().limits().equals(limits);
    }
}
