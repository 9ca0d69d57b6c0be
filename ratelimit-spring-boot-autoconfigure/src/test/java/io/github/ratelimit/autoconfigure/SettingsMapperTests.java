package io.github.ratelimit.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.StatusRange;
import io.github.ratelimit.internal.key.IpAddress;
import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.key.TextNormalizer;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.PlanAnswer.OnPlan;
import io.github.ratelimit.internal.limiter.PlanSource;
import io.github.ratelimit.internal.limiter.RegionShare;
import io.github.ratelimit.internal.limiter.RequestPlans;
import io.github.ratelimit.internal.plan.PlanTimes;
import io.github.ratelimit.internal.web.ForwardingHeader;
import io.github.ratelimit.internal.web.HeaderStyle;
import io.github.ratelimit.internal.web.Phase;
import io.github.ratelimit.internal.web.Route;
import io.github.ratelimit.plan.RateLimitPlanResolver;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Every property arrives where it is used, and has its documented default. */
class SettingsMapperTests {

    private static final StaticListableBeanFactory BEANS = new StaticListableBeanFactory(
            Map.of("plans", (RateLimitPlanResolver) value -> value.equals("ana") ? "pro" : null));

    private static RateLimitSettings settings(String... properties) {
        return SettingsMapper.map(PropertiesBinding.bind(environment(properties)), "my shop", BEANS);
    }

    private static StandardEnvironment environment(String... properties) {
        StandardEnvironment environment = new StandardEnvironment();
        Map<String, Object> map = new LinkedHashMap<>();
        for (String property : properties) {
            int equals = property.indexOf('=');
            map.put("ratelimit." + property.substring(0, equals), property.substring(equals + 1));
        }
        environment.getPropertySources().addFirst(new MapPropertySource("test", map));
        return environment;
    }

    private static ActivePolicy policy(String... properties) {
        return with(properties).policies().get(0);
    }

    private static Route route(String... properties) {
        return with(properties).routes().get(0);
    }

    private static RateLimitSettings with(String... properties) {
        List<String> all = new ArrayList<>();
        for (String property : properties) {
            all.add("policies.p." + property);
        }
        return settings(all.toArray(String[]::new));
    }

    @Nested
    class OfTheApplication {

        @Test
        void defaults() {
            RateLimitSettings settings = settings();
            assertThat(settings.store()).isEqualTo(RateLimitSettings.Store.REDIS);
            assertThat(settings.keyPrefix()).isEqualTo("rl:my%20shop");
            assertThat(settings.instances()).as("counted").isNull();
            assertThat(settings.region()).isEqualTo(RegionShare.WHOLE);
            assertThat(settings.localMaxKeys()).isEqualTo(100_000);
            assertThat(settings.leakyMaxWaiting()).isEqualTo(50);
            assertThat(settings.healthDownOnStoreFailure()).isFalse();
            assertThat(settings.redisDeadline()).isEqualTo(Duration.ofMillis(50));
            assertThat(settings.connectionFactory()).isNull();
            assertThat(settings.headers()).containsExactly(HeaderStyle.X_RATELIMIT, HeaderStyle.IETF_11);
            assertThat(settings.addresses().normalize("2001:db8::1")).endsWith("/64");
            assertThat(settings.trustedProxies().ranges()).isEmpty();
            assertThat(settings.trustedProxies().header()).isEqualTo(ForwardingHeader.X_FORWARDED_FOR);
        }

        @Test
        void values() {
            RateLimitSettings settings = settings(
                    "store=local",
                    "key-prefix=rl:x",
                    "instances=3",
                    "region-share=0.5",
                    "local-max-keys=7",
                    "leaky-max-waiting=9",
                    "health-down-on-store-failure=true",
                    "redis.deadline=70ms",
                    "redis.connection-factory=other",
                    "headers=ietf-11",
                    "client-ip.trusted-proxies=10.0.0.1, 2001:db8::/32",
                    "client-ip.header=forwarded",
                    "client-ip.ipv6-prefix=48");
            assertThat(settings.store()).isEqualTo(RateLimitSettings.Store.LOCAL);
            assertThat(settings.keyPrefix()).isEqualTo("rl:x");
            assertThat(settings.instances()).isEqualTo(3);
            assertThat(settings.region()).isEqualTo(RegionShare.valueOf("0.5"));
            assertThat(settings.localMaxKeys()).isEqualTo(7);
            assertThat(settings.leakyMaxWaiting()).isEqualTo(9);
            assertThat(settings.healthDownOnStoreFailure()).isTrue();
            assertThat(settings.redisDeadline()).isEqualTo(Duration.ofMillis(70));
            assertThat(settings.connectionFactory()).isEqualTo("other");
            assertThat(settings.headers()).containsExactly(HeaderStyle.IETF_11);
            assertThat(settings.trustedProxies().ranges()).hasSize(2);
            assertThat(settings.trustedProxies().ranges().get(1).contains(IpAddress.parse("2001:db8:1::1")))
                    .isTrue();
            assertThat(settings.trustedProxies().header()).isEqualTo(ForwardingHeader.FORWARDED);
            assertThat(settings.addresses().normalize("2001:db8::1")).endsWith("/48");
            assertThat(settings("headers=none").headers()).isEmpty();
        }

        @Test
        void breakerDefaults() {
            CircuitBreakerConfig breaker = settings().circuitBreaker();
            assertThat(breaker.getFailureRateThreshold()).isEqualTo(50);
            assertThat(breaker.getSlidingWindowSize()).isEqualTo(20);
            assertThat(breaker.getMinimumNumberOfCalls()).isEqualTo(10);
            assertThat(breaker.getWaitIntervalFunctionInOpenState().apply(1)).isEqualTo(2_000);
            assertThat(breaker.getPermittedNumberOfCallsInHalfOpenState()).isEqualTo(3);
            assertThat(settings("circuit-breaker.sliding-window-size=4")
                            .circuitBreaker()
                            .getMinimumNumberOfCalls())
                    .isEqualTo(4);
            assertThat(settings("instances=auto").instances()).isNull();
        }

        @Test
        void breakerValues() {
            CircuitBreakerConfig breaker = settings(
                            "circuit-breaker.failure-rate-threshold=30",
                            "circuit-breaker.sliding-window-size=8",
                            "circuit-breaker.minimum-number-of-calls=5",
                            "circuit-breaker.wait-duration-in-open-state=700ms",
                            "circuit-breaker.permitted-number-of-calls-in-half-open-state=2")
                    .circuitBreaker();
            assertThat(breaker.getFailureRateThreshold()).isEqualTo(30);
            assertThat(breaker.getSlidingWindowSize()).isEqualTo(8);
            assertThat(breaker.getMinimumNumberOfCalls()).isEqualTo(5);
            assertThat(breaker.getWaitIntervalFunctionInOpenState().apply(1)).isEqualTo(700);
            assertThat(breaker.getPermittedNumberOfCallsInHalfOpenState()).isEqualTo(2);
        }

        @Test
        void proxiesOfAList() {
            assertThat(settings(
                                    "client-ip.trusted-proxies[0]=10.0.0.0/8",
                                    "client-ip.trusted-proxies[1]=198.51.100.0/24",
                                    "client-ip.trusted-proxies[2]=2001:db8:cd::/48")
                            .trustedProxies()
                            .ranges())
                    .hasSize(3);
            assertThat(settings("client-ip.trusted-proxies=", "client-ip.header=")
                            .trustedProxies()
                            .ranges())
                    .isEmpty();
        }

        @Test
        void planTimes() {
            assertThat(planTimesOf()).isEqualTo(new PlanTimes(Duration.ofMinutes(1), Duration.ofMillis(200)));
            assertThat(planTimesOf("plan-refresh=5m", "plan-timeout=1s"))
                    .isEqualTo(new PlanTimes(Duration.ofMinutes(5), Duration.ofSeconds(1)));
        }

        private static PlanTimes planTimesOf(String... properties) {
            return SettingsMapper.planTimes(PropertiesBinding.bind(environment(properties)));
        }

        @Test
        void hashing() {
            assertThat(encoded()).isEqualTo("plain");
            assertThat(encoded("hash-keys=always"))
                    .startsWith("#")
                    .isNotEqualTo(encoded("hash-keys=always", "key-secret=s"));
            List<KeyPart> header = List.of(KeyPart.parse("header:X"));
            assertThat(settings().keyEncoder().encode(null, header, List.of("plain")))
                    .startsWith("#");
            assertThat(settings("hash-keys=never").keyEncoder().encode(null, header, List.of("plain")))
                    .isEqualTo("plain");
        }

        private static String encoded(String... properties) {
            return settings(properties).keyEncoder().encode(null, List.of(), List.of("plain"));
        }
    }

    @Nested
    class OfAPolicy {

        @Test
        void defaults() {
            ActivePolicy policy = policy("limit=100/m");
            assertThat(policy.policy()).isEqualTo(RateLimitPolicy.of("p", Quota.of("100/1m")));
            assertThat(policy.keyRule().expression()).hasToString("principal");
            assertThat(policy.keyRule().onMissing()).isEqualTo(OnMissingKey.IP);
            assertThat(policy.keyRule().normalizers()).isEmpty();
        }

        @Test
        void numbers() {
            assertThat(policy("limit=10/1s", "burst=20").policy().quota())
                    .isEqualTo(Quota.of("10/1s").withBurst(20L));
            assertThat(policy("limit=10/1s, 100/1m").policy().quota()).isEqualTo(Quota.of("10/1s", "100/1m"));
            assertThat(policy("limit=unlimited").policy().quota()).isEqualTo(Quota.UNLIMITED);
            assertThat(policy("limit=1/1d", "algorithm=fixed-window", "zone=Asia/Kathmandu", "alert-at=100%, 80 %")
                            .policy())
                    .satisfies(policy -> {
                        assertThat(policy.algorithm()).isEqualTo(Algorithm.FIXED_WINDOW);
                        assertThat(policy.zone()).isEqualTo(ZoneId.of("Asia/Kathmandu"));
                        assertThat(policy.alertAt()).containsExactly(80, 100);
                    });
            assertThat(policy("limit=1/1s", "algorithm=leaky-bucket", "max-delay=2s")
                            .policy()
                            .maxDelay())
                    .isEqualTo(Duration.ofSeconds(2));
        }

        @Test
        void choices() {
            assertThat(policy("limit=1/1s", "on-store-failure=closed", "enforce=false", "expose=false")
                            .policy())
                    .isEqualTo(RateLimitPolicy.of("p", Quota.of("1/1s"))
                            .withOnStoreFailure(OnStoreFailure.CLOSED)
                            .withEnforce(false)
                            .withExpose(false));
        }

        @Test
        void outcomesAndBlock() {
            assertThat(policy(
                                    "limit=5/1m",
                                    "key=ip + param:username",
                                    "refund-on=5xx, 404",
                                    "reset-on=200",
                                    "block=1m, 5m, 1h")
                            .policy())
                    .isEqualTo(RateLimitPolicy.of("p", Quota.of("5/1m"))
                            .withRefundOn(List.of(new StatusRange(500, 599), new StatusRange(404, 404)))
                            .withResetOn(List.of(new StatusRange(200, 200)))
                            .withBlock(List.of(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofHours(1))));
            assertThat(policy("limit=5/1m", "refund-on=", "reset-on=", "block=").policy())
                    .isEqualTo(RateLimitPolicy.of("p", Quota.of("5/1m")));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "principal",
                    "header:X",
                    "param:u + ip",
                    "ip + path:u",
                    "cookie:c | ip",
                    "bean:b",
                    "spel:principal"
                })
        void keyOfAResetNamesAnAccount(String key) {
            assertThat(policy("limit=5/1m", "reset-on=2xx", "key=" + key)
                            .policy()
                            .resetsOn(204))
                    .isTrue();
        }

        @Test
        void key() {
            ActivePolicy policy = policy(
                    "limit=1/1s", "key=header:X + ip | global", "on-missing-key=reject", "normalize=trim, lowercase");
            assertThat(policy.keyRule().expression()).hasToString("header:x+ip | global");
            assertThat(policy.keyRule().onMissing()).isEqualTo(OnMissingKey.REJECT);
            assertThat(policy.keyRule().normalizers()).containsExactly(TextNormalizer.TRIM, TextNormalizer.LOWERCASE);
            assertThat(policy("limit=1/1s", "normalize=email, email-without-tag, email-without-dots")
                            .keyRule()
                            .normalizers())
                    .containsExactly(
                            TextNormalizer.EMAIL, TextNormalizer.EMAIL_WITHOUT_TAG, TextNormalizer.EMAIL_WITHOUT_DOTS);
            assertThat(settings("phone-region=DE", "policies.p.limit=1/1s", "policies.p.normalize=phone")
                            .policies()
                            .get(0)
                            .keyRule()
                            .normalizers()
                            .get(0)
                            .normalize("030 1234567"))
                    .isEqualTo("+49301234567");
        }

        @Test
        void plans() {
            ActivePolicy policy = policy(
                    "default-plan=basic",
                    "plans.basic.limit=1/1s",
                    "plans.basic.members=a",
                    "plans.pro.limit=5/1s",
                    "plans.pro.burst=9",
                    "plans.pro.members=b, c");
            assertThat(policy.policy().quota()).isNull();
            assertThat(policy.policy().defaultPlan()).isEqualTo("basic");
            assertThat(policy.policy().plans())
                    .isEqualTo(Map.of(
                            "basic", Quota.of("1/1s"), "pro", Quota.of("5/1s").withBurst(9L)));
            assertThat(policy.planSource()).isSameAs(PlanSource.NONE);
        }

        @Test
        void whoSaysThePlans() {
            try (PlanSource ofBean = policy("limit=1/1s", "plan=bean:plans", "plans.pro.limit=5/1s")
                    .planSource()) {
                assertThat(ofBean.planOf("ana", null)).isEqualTo(new OnPlan("pro"));
            }
            ActivePolicy ofRequest = policy("limit=1/1s", "plan=spel: principal.plan", "plans.pro.limit=5/1s");
            assertThat(ofRequest.planSource())
                    .isInstanceOfSatisfying(
                            RequestPlans.class,
                            plans -> assertThat(plans.part()).hasToString("spel:principal.plan"));
        }
    }

    @Nested
    class OfARoute {

        @Test
        void defaults() {
            Route route = route("limit=1/1s", "paths=/a, /b/**");
            assertThat(route.paths()).containsExactly("/a", "/b/**");
            assertThat(route.excludePaths()).isEmpty();
            assertThat(route.methods()).isEmpty();
            assertThat(route.skip()).isEmpty();
            assertThat(route.cost()).isEqualTo("1");
            assertThat(route.phase()).isEqualTo(Phase.AFTER_SECURITY);
            assertThat(with("limit=1/1s").routes()).isEmpty();
        }

        @Test
        void values() {
            Route route = route(
                    "limit=1/1s",
                    "paths=/a",
                    "exclude-paths=/a/b",
                    "methods=get, POST",
                    "skip=10.0.0.0/8",
                    "cost=3",
                    "key=header:X",
                    "phase=before-security");
            assertThat(route.excludePaths()).containsExactly("/a/b");
            assertThat(route.methods()).containsExactlyInAnyOrder("GET", "POST");
            assertThat(route.skip()).containsExactly("10.0.0.0/8");
            assertThat(route.cost()).isEqualTo("3");
            assertThat(route.phase()).isEqualTo(Phase.BEFORE_SECURITY);
        }

        @Test
        void comeBeforeSecurityByThemselvesWhenKeyedByAddressAlone() {
            assertThat(route("limit=1/1s", "paths=/a", "key=ip").phase()).isEqualTo(Phase.BEFORE_SECURITY);
            assertThat(route("limit=1/1s", "paths=/a", "key=global").phase()).isEqualTo(Phase.AFTER_SECURITY);
            assertThat(route("limit=1/1s", "paths=/a", "key=principal | ip").phase())
                    .isEqualTo(Phase.AFTER_SECURITY);
            assertThat(route("limit=1/1s", "paths=/a", "key=ip", "phase=after-security")
                            .phase())
                    .isEqualTo(Phase.AFTER_SECURITY);
        }
    }
}
