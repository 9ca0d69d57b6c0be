package io.github.ratelimit.autoconfigure;

import static io.github.ratelimit.autoconfigure.PropertyReader.at;
import static io.github.ratelimit.autoconfigure.PropertyReader.text;
import static io.github.ratelimit.autoconfigure.PropertyReader.texts;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Limit;
import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.Normalizer;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.ActivePolicy.KeyRule;
import io.github.ratelimit.internal.limiter.PlanSource;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import io.github.ratelimit.internal.limiter.RegionShare;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps one policy: numbers, key, plans. */
final class PolicyMapper {

    private static final Duration LONGEST_DELAY = Duration.ofSeconds(60);
    private static final int LARGEST_LEASE = 1_000_000;

    private final NormalizerMapper normalizers;
    private final PlanSourceMapper planSources;
    private final RegionShare region;

    PolicyMapper(NormalizerMapper normalizers, PlanSourceMapper planSources, RegionShare region) {
        this.normalizers = normalizers;
        this.planSources = planSources;
        this.region = region;
    }

    ActivePolicy map(String name, RateLimitProperties.Policy properties) {
        String prefix = "ratelimit.policies." + name;
        PolicyNames.check("ratelimit.policies", name);
        Map<String, RateLimitProperties.Plan> plans = PolicyNames.distinct(properties.plans());
        RateLimitPolicy policy = numbers(prefix, name, properties, plans);
        KeyRule keyRule = new KeyRule(
                at(prefix + ".key", properties.key(), () -> key(properties.key())),
                SettingsMapper.onMissingKey(prefix + ".on-missing-key", properties.onMissingKey()),
                normalizers.map(prefix + ".normalize", texts(properties.normalize())));
        Map<String, String> members = members(prefix, plans, keyRule.normalizers());
        PlanSource planSource = planSources.map(prefix + ".plan", text(properties.plan()), policy, keyRule);
        if (!plans.isEmpty() && members.isEmpty() && planSource == PlanSource.NONE) {
            throw new RateLimitConfigurationException(
                    prefix + ".plans", null, "no plan has members, so nobody could be on one; list some, or set plan");
        }
        OutcomeMapper.checkKey(prefix, policy, keyRule.expression());
        return new ActivePolicy(policy, keyRule, members, planSource, region);
    }

    private static RateLimitPolicy numbers(
            String prefix,
            String name,
            RateLimitProperties.Policy properties,
            Map<String, RateLimitProperties.Plan> planProperties) {
        Quota own = quota(prefix, properties.limit(), properties.burst());
        if (own == null && planProperties.isEmpty()) {
            throw new RateLimitConfigurationException(
                    prefix + ".limit", null, "is missing; write count/duration, for example 100/1m, or plans");
        }
        Map<String, Quota> plans = new LinkedHashMap<>();
        planProperties.forEach((plan, each) -> plans.put(plan, planQuota(prefix + ".plans." + plan, plan, each)));
        String defaultPlan = text(properties.defaultPlan());
        RateLimitPolicy base = at(
                prefix + ".default-plan",
                defaultPlan,
                () -> new RateLimitPolicy(
                        name,
                        Algorithm.TOKEN_BUCKET,
                        own,
                        plans,
                        defaultPlan,
                        null,
                        Duration.ZERO,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        0,
                        OnStoreFailure.LOCAL,
                        true,
                        true));
        Algorithm algorithm = PropertyReader.choice(
                prefix + ".algorithm", properties.algorithm(), Algorithm.TOKEN_BUCKET, Algorithm.class);
        RateLimitPolicy counted =
                at(prefix + ".algorithm", properties.algorithm(), () -> base.withAlgorithm(algorithm));
        RateLimitPolicy zoned =
                at(prefix + ".zone", properties.zone(), () -> counted.withZone(zone(text(properties.zone()))));
        Duration maxDelay = PropertyReader.duration(
                prefix + ".max-delay", properties.maxDelay(), Duration.ZERO, Duration.ZERO, LONGEST_DELAY);
        RateLimitPolicy delaying = at(prefix + ".max-delay", properties.maxDelay(), () -> zoned.withMaxDelay(maxDelay));
        List<String> alertAt = texts(properties.alertAt());
        RateLimitPolicy alerting = at(
                prefix + ".alert-at",
                String.join(", ", alertAt),
                () -> delaying.withAlertAt(
                        alertAt.stream().map(PolicyMapper::percent).toList()));
        RateLimitPolicy clearing = OutcomeMapper.map(prefix, properties, alerting);
        int lease = (int) PropertyReader.number(prefix + ".lease", properties.lease(), 0, 0, LARGEST_LEASE);
        return at(prefix + ".lease", properties.lease(), () -> clearing.withLease(lease))
                .withOnStoreFailure(PropertyReader.choice(
                        prefix + ".on-store-failure",
                        properties.onStoreFailure(),
                        OnStoreFailure.LOCAL,
                        OnStoreFailure.class))
                .withEnforce(PropertyReader.bool(prefix + ".enforce", properties.enforce(), true))
                .withExpose(PropertyReader.bool(prefix + ".expose", properties.expose(), true));
    }

    private static Quota planQuota(String property, String plan, RateLimitProperties.Plan properties) {
        PolicyNames.check(property.substring(0, property.lastIndexOf('.')), plan);
        return requiredQuota(property, properties.limit(), properties.burst());
    }

    /** Numbers that must be there. */
    static Quota requiredQuota(String prefix, List<String> limitTexts, @Nullable String burstText) {
        Quota quota = quota(prefix, limitTexts, burstText);
        if (quota == null) {
            throw new RateLimitConfigurationException(
                    prefix + ".limit", null, "is missing; write count/duration, for example 100/1m, or unlimited");
        }
        return quota;
    }

    private static @Nullable Quota quota(String prefix, List<String> limitTexts, @Nullable String burstText) {
        List<String> texts = texts(limitTexts);
        if (texts.isEmpty()) {
            if (text(burstText) != null) {
                throw new RateLimitConfigurationException(prefix + ".burst", burstText, "goes with a limit only");
            }
            return null;
        }
        if (texts.equals(List.of("unlimited"))) {
            if (text(burstText) != null) {
                throw new RateLimitConfigurationException(prefix + ".burst", burstText, "goes with no unlimited");
            }
            return Quota.UNLIMITED;
        }
        List<Limit> limits = texts.stream()
                .map(text -> at(prefix + ".limit", text, () -> Limit.valueOf(text)))
                .toList();
        Quota quota = at(prefix + ".limit", String.join(", ", texts), () -> new Quota(limits, null));
        if (text(burstText) == null) {
            return quota;
        }
        long burst = PropertyReader.number(prefix + ".burst", burstText, 0, 1, Limit.MAX_COUNT);
        return at(prefix + ".burst", burstText, () -> quota.withBurst(burst));
    }

    private static KeyExpression key(@Nullable String value) {
        String key = text(value);
        return KeyExpression.parse(key == null ? "principal" : key);
    }

    private static @Nullable ZoneId zone(@Nullable String value) {
        try {
            return value == null ? null : ZoneId.of(value);
        } catch (DateTimeException unknown) {
            throw new IllegalArgumentException("is no time zone such as Asia/Kathmandu or UTC", unknown);
        }
    }

    private static Integer percent(String value) {
        String number =
                value.endsWith("%") ? value.substring(0, value.length() - 1).trim() : value;
        try {
            return Integer.valueOf(number);
        } catch (NumberFormatException none) {
            throw new IllegalArgumentException("must be whole percentages such as 80%, 100%", none);
        }
    }

    /** Who is on which plan: the plan of each member, by its normalized value. */
    private static Map<String, String> members(
            String prefix, Map<String, RateLimitProperties.Plan> plans, List<Normalizer> normalizers) {
        Map<String, String> planOfMember = new LinkedHashMap<>();
        plans.forEach((plan, properties) -> {
            String property = prefix + ".plans." + plan + ".members";
            for (String member : texts(properties.members())) {
                String normalized = at(property, member, () -> NormalizerMapper.normalize(normalizers, member));
                String other = planOfMember.putIfAbsent(normalized, plan);
                if (other != null) {
                    throw new RateLimitConfigurationException(
                            property, member, "is a member of plan '" + other + "' already");
                }
            }
        });
        return planOfMember;
    }
}
