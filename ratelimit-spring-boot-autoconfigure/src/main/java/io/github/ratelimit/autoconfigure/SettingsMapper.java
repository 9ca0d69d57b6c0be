package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.key.HashKeys;
import io.github.ratelimit.internal.key.KeyEncoder;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import io.github.ratelimit.internal.limiter.RegionShare;
import io.github.ratelimit.internal.plan.PlanTimes;
import io.github.ratelimit.internal.web.HeaderStyle;
import io.github.ratelimit.internal.web.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/** The one way from properties to what the limiter works with. Every wrong value stops the start here. */
final class SettingsMapper {

    private static final Duration DEFAULT_DEADLINE = Duration.ofMillis(50);
    private static final Duration DEFAULT_PLAN_REFRESH = Duration.ofMinutes(1);
    private static final Duration DEFAULT_PLAN_TIMEOUT = Duration.ofMillis(200);
    private static final long DEFAULT_LOCAL_MAX_KEYS = 100_000;
    private static final long DEFAULT_LEAKY_MAX_WAITING = 50;
    private static final String PREFIX_CHARACTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:-";

    private SettingsMapper() {}

    static RateLimitSettings map(RateLimitProperties properties, @Nullable String applicationName, BeanFactory beans) {
        PropertyReader.bool("ratelimit.enabled", properties.enabled(), true);
        PlanSourceMapper plans = new PlanSourceMapper(planTimes(properties), beans);
        RegionShare region = PropertyReader.read(
                "ratelimit.region-share", properties.regionShare(), RegionShare.WHOLE, RegionShare::valueOf);
        NormalizerMapper normalizers = new NormalizerMapper(PropertyReader.text(properties.phoneRegion()), beans);
        PolicyMapper policyMapper = new PolicyMapper(normalizers, plans, region);
        List<ActivePolicy> policies = new ArrayList<>();
        List<Route> routes = new ArrayList<>();
        for (Map.Entry<String, RateLimitProperties.Policy> entry :
                PolicyNames.distinct(properties.policies()).entrySet()) {
            ActivePolicy policy = policyMapper.map(entry.getKey(), entry.getValue());
            policies.add(policy);
            Route route = RouteMapper.map(policy, entry.getValue());
            if (route != null) {
                routes.add(route);
            }
        }
        return new RateLimitSettings(
                policies,
                routes,
                PropertyReader.choice(
                        "ratelimit.store",
                        properties.store(),
                        RateLimitSettings.Store.REDIS,
                        RateLimitSettings.Store.class),
                keyPrefix(properties.keyPrefix(), applicationName),
                new KeyEncoder(
                        PropertyReader.choice(
                                "ratelimit.hash-keys", properties.hashKeys(), HashKeys.AUTO, HashKeys.class),
                        PropertyReader.text(properties.keySecret())),
                instances(properties.instances()),
                region,
                (int) PropertyReader.number(
                        "ratelimit.local-max-keys",
                        properties.localMaxKeys(),
                        DEFAULT_LOCAL_MAX_KEYS,
                        1,
                        Integer.MAX_VALUE),
                (int) PropertyReader.number(
                        "ratelimit.leaky-max-waiting",
                        properties.leakyMaxWaiting(),
                        DEFAULT_LEAKY_MAX_WAITING,
                        1,
                        Integer.MAX_VALUE),
                PropertyReader.bool(
                        "ratelimit.health-down-on-store-failure", properties.healthDownOnStoreFailure(), false),
                PropertyReader.duration(
                        "ratelimit.redis.deadline",
                        properties.redis().deadline(),
                        DEFAULT_DEADLINE,
                        Duration.ofMillis(1),
                        Duration.ofMinutes(1)),
                CircuitBreakerMapper.map(properties.circuitBreaker()),
                PropertyReader.text(properties.redis().connectionFactory()),
                ClientIpMapper.trustedProxies(properties.clientIp()),
                ClientIpMapper.addresses(properties.clientIp()),
                headers(properties.headers()));
    }

    private static @Nullable Integer instances(@Nullable String configured) {
        String text = PropertyReader.text(configured);
        if (text == null || text.equals("auto")) {
            return null;
        }
        try {
            return (int) PropertyReader.number("ratelimit.instances", text, 1, 1, 100_000);
        } catch (RateLimitConfigurationException none) {
            throw new RateLimitConfigurationException("ratelimit.instances", text, none.reason() + ", or auto");
        }
    }

    static PlanTimes planTimes(RateLimitProperties properties) {
        return new PlanTimes(
                PropertyReader.duration(
                        "ratelimit.plan-refresh",
                        properties.planRefresh(),
                        DEFAULT_PLAN_REFRESH,
                        Duration.ofMillis(100),
                        Duration.ofDays(1)),
                PropertyReader.duration(
                        "ratelimit.plan-timeout",
                        properties.planTimeout(),
                        DEFAULT_PLAN_TIMEOUT,
                        Duration.ofMillis(1),
                        Duration.ofSeconds(10)));
    }

    private static String keyPrefix(@Nullable String configured, @Nullable String applicationName) {
        String prefix = PropertyReader.text(configured);
        if (prefix != null) {
            if (!prefix.chars().allMatch(character -> PREFIX_CHARACTERS.indexOf(character) >= 0)) {
                throw new RateLimitConfigurationException(
                        "ratelimit.key-prefix", prefix, "may hold letters, digits and ._:- only");
            }
            return prefix;
        }
        String name = PropertyReader.text(applicationName);
        return name == null ? "rl" : "rl:" + KeyEncoder.escape(name);
    }

    private static Set<HeaderStyle> headers(List<String> configured) {
        List<String> names = PropertyReader.texts(configured);
        if (names.isEmpty()) {
            return EnumSet.allOf(HeaderStyle.class);
        }
        Set<HeaderStyle> styles = EnumSet.noneOf(HeaderStyle.class);
        for (String name : names) {
            if (!name.equals("none")) {
                styles.add(PropertyReader.at("ratelimit.headers", name, () -> headerStyle(name)));
            } else if (names.size() > 1) {
                throw new RateLimitConfigurationException(
                        "ratelimit.headers", String.join(", ", names), "none goes with no other");
            }
        }
        return styles;
    }

    private static HeaderStyle headerStyle(String name) {
        try {
            return PropertyReader.choice(name, HeaderStyle.class);
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException(unknown.getMessage() + ", none", unknown);
        }
    }

    /** The choice for requests without a key. */
    static OnMissingKey onMissingKey(String property, @Nullable String value) {
        return PropertyReader.choice(property, value, OnMissingKey.IP, OnMissingKey.class);
    }
}
