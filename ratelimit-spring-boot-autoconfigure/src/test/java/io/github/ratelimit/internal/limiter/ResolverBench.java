package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.AddressNormalizer;
import io.github.ratelimit.internal.key.HashKeys;
import io.github.ratelimit.internal.key.KeyEncoder;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.Normalizer;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.limiter.ActivePolicy.KeyRule;
import java.util.List;
import java.util.Map;

/** Resolves checks of one policy, {@code api}, for a request from 203.0.113.9. The client demo-pro is on plan pro. */
final class ResolverBench {

    TestRequest request = new TestRequest().with("ip", "203.0.113.9");
    RateLimitPolicy policy = RateLimitPolicy.of("api", Quota.of("10/1s"));
    OnMissingKey onMissing = OnMissingKey.IP;
    List<Normalizer> normalizers = List.of();
    PlanSource planSource = PlanSource.NONE;

    /** The check of a policy with this key, for these values or those of the request. */
    ResolvedCheck resolve(String key, String... values) {
        return resolve(key, RateLimitCheck.of("api", values));
    }

    ResolvedCheck resolve(String key, RateLimitCheck check) {
        KeyRule rule = new KeyRule(KeyExpression.parse(key), onMissing, normalizers);
        ActivePolicy active = new ActivePolicy(policy, rule, Map.of("demo-pro", "pro"), planSource, RegionShare.WHOLE);
        return new CheckResolver(
                        new Policies(List.of(active)),
                        new KeyEncoder(HashKeys.NEVER, null),
                        new AddressNormalizer(64),
                        () -> request)
                .resolve(check);
    }
}
