package io.github.ratelimit.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.internal.method.RateLimitedAdvisor;
import io.github.ratelimit.internal.redis.ClusterLinks;
import io.github.ratelimit.internal.redis.RedisConnections;
import io.github.ratelimit.internal.redis.RedisLink;
import io.github.ratelimit.internal.redis.RedisWarmUp;
import io.github.ratelimit.internal.web.RateLimitFilter;
import io.github.ratelimit.testing.RedisServer;
import io.lettuce.core.RedisClient;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.target.SingletonTargetSource;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import redis.clients.jedis.Jedis;

/** What an application has with which configuration and class path. */
@ExtendWith(OutputCaptureExtension.class)
class StartTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(RateLimitAutoConfiguration.class, DataRedisAutoConfiguration.class))
            .withPropertyValues("spring.data.redis.port=" + RedisServer.shared().port());

    private final WebApplicationContextRunner webRunner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    RateLimitAutoConfiguration.class, DataRedisAutoConfiguration.class, WebMvcAutoConfiguration.class))
            .withPropertyValues("spring.data.redis.port=" + RedisServer.shared().port());

    @Nested
    class Disabled {

        @Test
        void keepsALimiterThatLetsAllPassAndNothingElse() {
            webRunner
                    .withPropertyValues(
                            "ratelimit.enabled=false",
                            "ratelimit.policies.api.limit=1/1m",
                            "ratelimit.policies.api.paths=/x")
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        assertThat(context).doesNotHaveBean(RedisLink.class);
                        assertThat(context).doesNotHaveBean(RateLimitedAdvisor.class);
                        assertThat(context).doesNotHaveBean(FilterRegistrationBean.class);
                        RateLimiter limiter = context.getBean(RateLimiter.class);
                        for (int i = 0; i < 3; i++) {
                            assertThat(limiter.tryAcquire(RateLimitCheck.of("api", "ana"))
                                            .isAllowed())
                                    .isTrue();
                        }
                    });
        }
    }

    @Nested
    class Empty {

        @ParameterizedTest
        @ValueSource(strings = {"ratelimit.enabled=true", "ratelimit.enabled=", "ratelimit=", "ratelimit.policies="})
        void startsAndConnectsNowhere(String property) {
            runner.withPropertyValues(property, "spring.data.redis.port=1").run(context -> {
                assertThat(context).hasNotFailed();
                assertThat(context.getBean(RedisLink.class).lastFailure()).isNull();
            });
        }

        @Test
        void startsWithoutARedisClient() {
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
                    .run(context -> assertThat(context).hasNotFailed());
        }
    }

    @Nested
    class WithoutARedisClient {

        @Test
        void stopsWhenThereArePolicies() {
            runner.withClassLoader(new FilteredClassLoader(RedisClient.class, Jedis.class))
                    .withPropertyValues("ratelimit.policies.api.limit=1/1m")
                    .run(
                            context -> assertThat(context)
                                    .getFailure()
                                    .hasMessageContaining(
                                            "there are policies and no Redis client; add io.lettuce:lettuce-core, or redis.clients:jedis, or set"));
        }

        @Test
        void stopsWithoutAConnectionFactoryToo() {
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
                    .withPropertyValues("ratelimit.policies.api.limit=1/1m")
                    .run(
                            context -> assertThat(context)
                                    .getFailure()
                                    .hasMessageContaining(
                                            "there are policies and no RedisConnectionFactory; add spring-boot-starter-data-redis"));
        }

        @Test
        void stopsWhenTheFactoryIsOfAnotherClient() {
            runner.withBean(
                            RedisConnectionFactory.class,
                            () -> ProxyFactory.getProxy(
                                    RedisConnectionFactory.class,
                                    new SingletonTargetSource(new LettuceConnectionFactory())))
                    .withPropertyValues("ratelimit.policies.api.limit=1/1m")
                    .run(context -> assertThat(context)
                            .getFailure()
                            .hasStackTraceContaining("only Lettuce and Jedis are supported"));
        }

        @Test
        void countsLocallyWhenTold() {
            runner.withClassLoader(new FilteredClassLoader("io.lettuce", "org.springframework.data.redis"))
                    .withPropertyValues("ratelimit.store=local", "ratelimit.policies.api.limit=1/1m")
                    .run(context -> {
                        RateLimiter limiter = context.getBean(RateLimiter.class);
                        assertThat(limiter.tryAcquire(RateLimitCheck.of("api", "ana"))
                                        .isAllowed())
                                .isTrue();
                        RateLimitDecision refused = limiter.tryAcquire(RateLimitCheck.of("api", "ana"));
                        assertThat(refused.isAllowed()).isFalse();
                        assertThat(refused.results().get(0).basis()).isEqualTo(RateLimitDecision.Basis.LOCAL);
                    });
        }
    }

    @Nested
    class WithJedis {

        private void decides(ApplicationContextRunner runner) {
            runner.withPropertyValues(
                            "ratelimit.key-prefix=start:" + UUID.randomUUID(),
                            "ratelimit.redis.deadline=10s",
                            "ratelimit.policies.api.limit=1/1h",
                            "ratelimit.policies.api.on-store-failure=closed")
                    .run(context -> {
                        assertThat(context).hasSingleBean(JedisConnectionFactory.class);
                        RateLimiter limiter = context.getBean(RateLimiter.class);
                        assertThat(limiter.tryAcquire(RateLimitCheck.of("api", "ana"))
                                        .isAllowed())
                                .isTrue();
                        assertThat(limiter.tryAcquire(RateLimitCheck.of("api", "ana"))
                                        .outcome())
                                .isEqualTo(RateLimitDecision.Outcome.REFUSED);
                        assertThat(Thread.getAllStackTraces().keySet())
                                .extracting(Thread::getName)
                                .contains("ratelimit-jedis");
                    });
        }

        @Test
        void onlyCountsInRedis() {
            decides(runner.withClassLoader(new FilteredClassLoader("io.lettuce")));
        }

        @Test
        void besideLettuceTheApplicationsChoiceHolds() {
            decides(runner.withPropertyValues("spring.data.redis.client-type=jedis"));
        }

        @Test
        void aClusterNeedsNoLettuceEither() {
            JedisConnectionFactory cluster =
                    new JedisConnectionFactory(new RedisClusterConfiguration(List.of("127.0.0.1:1")));
            cluster.setEarlyStartup(false);
            cluster.setAutoStartup(false);
            runner.withClassLoader(new FilteredClassLoader("io.lettuce"))
                    .withBean(RedisConnectionFactory.class, () -> cluster)
                    .run(context -> assertThat(context)
                            .hasNotFailed()
                            .getBean(RedisConnections.class)
                            .isInstanceOf(ClusterLinks.class));
        }
    }

    @Nested
    class WithoutWeb {

        @Test
        void startsAndSaysThatPathsHaveNoEffect(CapturedOutput output) {
            runner.withClassLoader(new FilteredClassLoader("jakarta.servlet", "org.springframework.web"))
                    .withPropertyValues("ratelimit.policies.api.limit=1/1m", "ratelimit.policies.api.paths=/x")
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        assertThat(context).doesNotHaveBean("rateLimitFilterBeforeSecurity");
                        assertThat(output).containsOnlyOnce("ratelimit.policies.api.paths has no effect");
                    });
        }

        @Test
        void saysThatFinalStatusesHaveNoEffect(CapturedOutput output) {
            runner.withClassLoader(new FilteredClassLoader("jakarta.servlet", "org.springframework.web"))
                    .withPropertyValues("ratelimit.policies.api.limit=1/1m", "ratelimit.policies.api.refund-on=5xx")
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        assertThat(output)
                                .containsOnlyOnce(
                                        "ratelimit.policies.api.refund-on and reset-on have no effect: this is no "
                                                + "servlet web application");
                    });
        }
    }

    @Nested
    class WithoutSecurityOrActuator {

        @Test
        void decidesAllInOneFilter() {
            webRunner
                    .withClassLoader(
                            new FilteredClassLoader("org.springframework.security", "org.springframework.boot.actuate"))
                    .withPropertyValues(
                            "ratelimit.policies.before.limit=1/1m",
                            "ratelimit.policies.before.key=ip",
                            "ratelimit.policies.before.paths=/x",
                            "ratelimit.policies.after.limit=1/1m",
                            "ratelimit.policies.after.paths=/x")
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        Map<String, FilterRegistrationBean<?>> filters = filters(context);
                        assertThat(filters.get("rateLimitFilterBeforeSecurity").isEnabled())
                                .isTrue();
                        assertThat(filters.get("rateLimitFilterAfterSecurity").isEnabled())
                                .isFalse();
                    });
        }

        @Test
        void standsAroundTheOrderOfTheSecurityChain() {
            webRunner.withPropertyValues("spring.security.filter.order=7").run(context -> {
                assertThat(filters(context).get("rateLimitFilterBeforeSecurity").getOrder())
                        .isEqualTo(-3);
                assertThat(filters(context).get("rateLimitFilterAfterSecurity").getOrder())
                        .isEqualTo(17);
            });
        }

        @Test
        void looksAtFinalStatusesOnlyForAPolicyThatAsksForThem() {
            webRunner
                    .withPropertyValues("ratelimit.policies.api.limit=1/1m", "ratelimit.policies.api.block=1m")
                    .run(context ->
                            assertThat(outcomeFilter(context).isEnabled()).isFalse());
            webRunner
                    .withPropertyValues("ratelimit.policies.api.limit=1/1m", "ratelimit.policies.api.refund-on=5xx")
                    .run(context -> {
                        assertThat(outcomeFilter(context).isEnabled()).isTrue();
                        assertThat(outcomeFilter(context).getOrder()).isEqualTo(Integer.MIN_VALUE);
                    });
        }

        private static FilterRegistrationBean<?> outcomeFilter(ApplicationContext context) {
            return context.getBean("rateLimitOutcomeFilter", FilterRegistrationBean.class);
        }

        private static Map<String, FilterRegistrationBean<?>> filters(ApplicationContext context) {
            Map<String, FilterRegistrationBean<?>> filters = new HashMap<>();
            context.getBeansOfType(FilterRegistrationBean.class).forEach((name, bean) -> {
                if (bean.getFilter() instanceof RateLimitFilter) {
                    filters.put(name, bean);
                }
            });
            return filters;
        }
    }

    @Nested
    class Names {

        @Test
        void ofAnEnvironmentVariableWithoutDashesMeanTheDashedPolicy() {
            runner.withInitializer(context -> context.getEnvironment()
                            .getPropertySources()
                            .addFirst(new SystemEnvironmentPropertySource(
                                    "systemEnvironment", Map.of("RATELIMIT_POLICIES_OTPPHONE_LIMIT", "7/1h"))))
                    .withPropertyValues(
                            "ratelimit.policies.otp-phone.limit=3/1h", "ratelimit.policies.otp-phone.key=ip")
                    .run(context -> {
                        Policies policies = context.getBean(Policies.class);
                        assertThat(policies.names()).containsExactly("otp-phone");
                        assertThat(policies.get("otp-phone").policy().quota()).hasToString("7/1h");
                    });
        }

        @Test
        void ofAPolicyThatNothingReachesAreWarnedOfOnce(CapturedOutput output) {
            runner.withPropertyValues("ratelimit.policies.lonely.limit=3/1h")
                    .run(context -> assertThat(output).containsOnlyOnce("Rate limit policy 'lonely' has no paths"));
        }

        @Test
        void thatAreUnknownAreAnsweredWithTheKnownOnes() {
            runner.withPropertyValues("ratelimit.policies.api.limit=3/1h").run(context -> {
                RateLimiter limiter = context.getBean(RateLimiter.class);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> limiter.tryAcquire(RateLimitCheck.of("apis", "x")))
                        .withMessage("There is no rate limit policy 'apis'; there are [api]");
            });
        }
    }

    @Nested
    class Clock {

        @Test
        void ofATestIsTheTimeOfLocalCounts() {
            AtomicReference<Instant> time = new AtomicReference<>(Instant.parse("2026-03-29T00:00:00Z"));
            runner.withPropertyValues("ratelimit.store=local", "ratelimit.policies.api.limit=1/1h")
                    .withBean("rateLimitClock", InstantSource.class, () -> time::get)
                    .run(context -> {
                        RateLimiter limiter = context.getBean(RateLimiter.class);
                        assertThat(limiter.tryAcquire(RateLimitCheck.of("api", "ana"))
                                        .isAllowed())
                                .isTrue();
                        time.set(time.get().plusSeconds(3_599));
                        assertThat(limiter.tryAcquire(RateLimitCheck.of("api", "ana"))
                                        .isAllowed())
                                .isFalse();
                        time.set(time.get().plusSeconds(1));
                        assertThat(limiter.tryAcquire(RateLimitCheck.of("api", "ana"))
                                        .isAllowed())
                                .isTrue();
                    });
        }
    }

    @Nested
    class Lazy {

        @Test
        void beansAreNotWarnedOfBeforeTheyAreRead(CapturedOutput output) {
            runner.withPropertyValues("ratelimit.policies.lonely.limit=3/1h", "spring.main.lazy-initialization=true")
                    .run(context -> assertThat(output).doesNotContain("has no paths"));
        }
    }

    @Nested
    class Blank {

        @Test
        void isAbsent() {
            runner.withPropertyValues(
                            "ratelimit.policies.api.limit=1/1m",
                            "ratelimit.policies.api.burst=",
                            "ratelimit.policies.api.zone=",
                            "ratelimit.policies.api.key=",
                            "ratelimit.policies.api.paths=",
                            "ratelimit.policies.api.methods=",
                            "ratelimit.policies.api.plans=",
                            "ratelimit.policies.api.alert-at=",
                            "ratelimit.store=",
                            "ratelimit.key-prefix=",
                            "ratelimit.instances=",
                            "ratelimit.headers=",
                            "ratelimit.redis.deadline=",
                            "ratelimit.circuit-breaker.sliding-window-size=",
                            "ratelimit.client-ip=")
                    .run(context -> assertThat(context).hasNotFailed());
        }
    }

    @Test
    void saysOnceThatRedisIsNotThereAndStarts(CapturedOutput output) {
        runner.withPropertyValues("spring.data.redis.port=1", "ratelimit.policies.api.limit=1/1m")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(output).containsOnlyOnce("Rate limits start without Redis at localhost:1 (");
                });
    }

    /** Waits for the connection when all beans are made, and so before {@link RedisWarmUp} is started. */
    @Configuration(proxyBeanMethods = false)
    static class Early {

        @Bean
        SmartInitializingSingleton connected(RedisConnections link) {
            return () -> Awaitility.await().until(link::isConnected);
        }
    }

    @Test
    void connectsWhileTheOtherBeansAreMade() {
        runner.withPropertyValues("ratelimit.policies.api.limit=1/1m")
                .withUserConfiguration(Early.class)
                .run(context -> assertThat(context).hasNotFailed());
    }
}
