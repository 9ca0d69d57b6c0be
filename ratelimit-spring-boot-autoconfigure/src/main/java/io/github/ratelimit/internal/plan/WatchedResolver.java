package io.github.ratelimit.internal.plan;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ratelimit.internal.limiter.PlanAnswer;
import io.github.ratelimit.internal.limiter.PlanNames;
import io.github.ratelimit.plan.RateLimitPlanResolver;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A resolver whose failures are answers. */
final class WatchedResolver {

    private static final Logger log = LoggerFactory.getLogger(WatchedResolver.class);

    private final Supplier<RateLimitPlanResolver> resolver;
    private final PlanNames names;
    private final ResolverHealth health;
    private final Ticker ticker;

    WatchedResolver(Supplier<RateLimitPlanResolver> resolver, PlanNames names, ResolverHealth health, Ticker ticker) {
        this.resolver = resolver;
        this.names = names;
        this.health = health;
        this.ticker = ticker;
    }

    /** Never throws, whatever the application does: errors, or what Kotlin throws unchecked. */
    PlanAnswer planOf(String value) {
        try {
            PlanAnswer answer = names.read(resolver.get().resolve(value));
            health.succeeded(ticker.read());
            return answer;
        } catch (Throwable failure) {
            log.debug("{} of rate limit policy '{}' failed", names.source(), names.policy(), failure);
            health.failed(failure.getClass().getName(), ticker.read());
            return PlanAnswer.FAILED;
        }
    }
}
