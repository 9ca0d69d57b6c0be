package io.github.ratelimit.autoconfigure;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.limiter.ActivePolicy.KeyRule;
import io.github.ratelimit.internal.limiter.PlanNames;
import io.github.ratelimit.internal.limiter.PlanSource;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import io.github.ratelimit.internal.limiter.RequestPlans;
import io.github.ratelimit.internal.plan.CachedPlans;
import io.github.ratelimit.internal.plan.PlanTimes;
import io.github.ratelimit.plan.RateLimitPlanResolver;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.function.SingletonSupplier;

/** Maps {@code plan}: who says which plan a client is on. */
final class PlanSourceMapper {

    private final PlanTimes times;
    private final BeanFactory beans;

    PlanSourceMapper(PlanTimes times, BeanFactory beans) {
        this.times = times;
        this.beans = beans;
    }

    PlanSource map(String property, @Nullable String value, RateLimitPolicy policy, KeyRule keyRule) {
        if (value == null) {
            return PlanSource.NONE;
        }
        if (policy.plans().isEmpty()) {
            throw new RateLimitConfigurationException(property, value, "has no effect without plans");
        }
        if (keyRule.expression().first().isGlobal()) {
            throw new RateLimitConfigurationException(
                    property, value, "does not go with key 'global': there are no clients to be on a plan");
        }
        return PropertyReader.at(property, value, () -> source(value, new PlanNames(policy, value)));
    }

    private PlanSource source(String value, PlanNames names) {
        int colon = value.indexOf(':') + 1;
        String kind = value.substring(0, colon);
        String argument = value.substring(colon).trim();
        if (kind.equals("bean:") && !argument.isEmpty()) {
            return ofBean(argument, names);
        }
        if (kind.equals("spel:") && !argument.isEmpty()) {
            return new RequestPlans(new KeyPart(KeyPart.Kind.SPEL, argument), names);
        }
        throw new IllegalArgumentException("is none of bean:NAME, spel:EXPRESSION");
    }

    /** The bean is fetched later: it may need others that have limits, and those are not ready before these settings. */
    private PlanSource ofBean(String name, PlanNames names) {
        if (!beans.containsBean(name) || !beans.isTypeMatch(name, RateLimitPlanResolver.class)) {
            throw new IllegalArgumentException(
                    "there is no bean '" + name + "' of type " + RateLimitPlanResolver.class.getSimpleName());
        }
        SingletonSupplier<RateLimitPlanResolver> resolver =
                SingletonSupplier.of(() -> beans.getBean(name, RateLimitPlanResolver.class));
        return new CachedPlans(resolver::obtain, names, times, Ticker.systemTicker());
    }
}
