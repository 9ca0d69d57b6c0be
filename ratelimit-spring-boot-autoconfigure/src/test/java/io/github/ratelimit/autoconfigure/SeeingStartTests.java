package io.github.ratelimit.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitListener;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.internal.actuate.RateLimitHealthIndicator;
import io.github.ratelimit.internal.metrics.DecisionMeters;
import io.github.ratelimit.internal.metrics.StoreCallMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What an application has of metrics and health, with which class path and beans. */
class SeeingStartTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    RateLimitAutoConfiguration.class,
                    RateLimitMetricsAutoConfiguration.class,
                    RateLimitHealthAutoConfiguration.class))
            .withPropertyValues("ratelimit.store=local", "ratelimit.policies.api.limit=1/1h");

    private static void decides(AssertableApplicationContext context) {
        assertThat(context).hasNotFailed();
        RateLimiter limiter = context.getBean(RateLimiter.class);
        assertThat(limiter.tryAcquire(RateLimitCheck.of("api", "ana")).isAllowed())
                .isTrue();
        assertThat(limiter.tryAcquire(RateLimitCheck.of("api", "ana")).isAllowed())
                .isFalse();
    }

    @Nested
    class Metrics {

        @Test
        void areInTheRegistryOfTheApplication() {
            runner.withBean(SimpleMeterRegistry.class).run(context -> {
                decides(context);
                MeterRegistry registry = context.getBean(MeterRegistry.class);
                assertThat(registry.get("ratelimit.decisions")
                                .tag("outcome", "refused")
                                .counter()
                                .count())
                        .isEqualTo(1);
                assertThat(registry.get("ratelimit.local.keys").gauge().value()).isEqualTo(1);
                assertThat(context).as("nothing is called").doesNotHaveBean(StoreCallMeters.class);
            });
        }

        @Test
        void areNotNeeded() {
            runner.run(context -> {
                decides(context);
                assertThat(context).doesNotHaveBean(DecisionMeters.class);
            });
        }

        @Test
        void areNotKeptInOneOfSeveralRegistries() {
            runner.withBean("one", SimpleMeterRegistry.class)
                    .withBean("two", SimpleMeterRegistry.class)
                    .run(context -> {
                        decides(context);
                        assertThat(context).doesNotHaveBean(DecisionMeters.class);
                    });
        }

        @Test
        void needNoMicrometer() {
            runner.withClassLoader(new FilteredClassLoader("io.micrometer")).run(SeeingStartTests::decides);
        }

        @Test
        void areNotKeptOfDisabledLimits() {
            runner.withBean(SimpleMeterRegistry.class)
                    .withPropertyValues("ratelimit.enabled=false")
                    .run(context -> assertThat(
                                    context.getBean(MeterRegistry.class).getMeters())
                            .isEmpty());
        }
    }

    @Nested
    class Health {

        @Test
        void isAComponentOfTheApplications() {
            runner.run(context -> assertThat(context)
                    .hasBean("ratelimitHealthIndicator")
                    .hasSingleBean(RateLimitHealthIndicator.class));
        }

        @Test
        void canBeSwitchedOff() {
            runner.withPropertyValues("management.health.ratelimit.enabled=false")
                    .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RateLimitHealthIndicator.class));
        }

        @Test
        void isNotNeeded() {
            runner.withClassLoader(new FilteredClassLoader(
                            "org.springframework.boot.health", "org.springframework.boot.actuate"))
                    .run(context -> {
                        decides(context);
                        assertThat(context).doesNotHaveBean("ratelimitHealthIndicator");
                    });
        }

        @Test
        void isNoneOfDisabledLimits() {
            runner.withPropertyValues("ratelimit.enabled=false")
                    .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("ratelimitHealthIndicator"));
        }
    }

    @Test
    void theOnlyListenerOfAnApplicationIsTheOnlyOneOfItsType() {
        runner.withBean(SimpleMeterRegistry.class)
                .withBean(RateLimitListener.class, () -> decision -> {})
                .run(context -> assertThat(context).hasSingleBean(RateLimitListener.class));
    }
}
