package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitListener;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.AddressNormalizer;
import io.github.ratelimit.internal.key.HashKeys;
import io.github.ratelimit.internal.key.KeyEncoder;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.limiter.ActivePolicy.KeyRule;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Checks as stores get them, for tests of stores. */
public final class ResolvedChecks {

    private static final KeyRule BY_USER = new KeyRule(KeyExpression.parse("principal"), OnMissingKey.SKIP, List.of());
    private static final KeyEncoder PLAIN_KEYS = new KeyEncoder(HashKeys.NEVER, null);

    private ResolvedChecks() {}

    /** A check of the policy's own numbers for this key. */
    public static ResolvedCheck of(RateLimitPolicy policy, String key, long cost) {
        return Objects.requireNonNull(
                resolver(policy).resolve(RateLimitCheck.of(policy.name(), key).cost(cost)));
    }

    /** A check of what one of several instances may let pass. */
    public static ResolvedCheck share(RateLimitPolicy policy, String key, long cost, int instances) {
        return of(policy, key, cost).share(instances);
    }

    /** A check of a client on this plan. */
    public static ResolvedCheck onPlan(RateLimitPolicy policy, String plan, String key, long cost) {
        ActivePolicy active = new ActivePolicy(policy, BY_USER, Map.of(key, plan));
        CheckResolver resolver = new CheckResolver(
                new Policies(List.of(active)), PLAIN_KEYS, new AddressNormalizer(64), CurrentRequest.NONE);
        return Objects.requireNonNull(
                resolver.resolve(RateLimitCheck.of(policy.name(), key).cost(cost)));
    }

    /** Resolves checks of these policies by user, outside a request. */
    public static CheckResolver resolver(RateLimitPolicy... policies) {
        List<ActivePolicy> active = List.of(policies).stream()
                .map(policy -> new ActivePolicy(policy, BY_USER, Map.of()))
                .toList();
        return new CheckResolver(new Policies(active), PLAIN_KEYS, new AddressNormalizer(64), CurrentRequest.NONE);
    }

    /** A limiter over a store, with listeners and without a log of refusals. */
    public static StoreRateLimiter limiter(
            RateLimitStore store, CheckResolver resolver, RateLimitListener... listeners) {
        List<RateLimitListener> all = List.of(listeners);
        return new StoreRateLimiter(resolver, store, new DecisionListeners(() -> all, null, System::nanoTime));
    }
}
