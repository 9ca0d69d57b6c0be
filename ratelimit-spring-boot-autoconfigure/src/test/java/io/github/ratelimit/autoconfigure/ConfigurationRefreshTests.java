package io.github.ratelimit.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitPolicyChangedEvent;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.internal.limiter.PolicyChange;
import io.github.ratelimit.internal.limiter.PolicyChanges;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.testing.RunningApplication;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.MapPropertySource;

/** A refreshed environment, as Spring Cloud announces it. */
@ExtendWith(OutputCaptureExtension.class)
class ConfigurationRefreshTests {

    private ConfigurableApplicationContext application;

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {

        final List<RateLimitPolicyChangedEvent> events = new CopyOnWriteArrayList<>();

        @EventListener
        void on(RateLimitPolicyChangedEvent event) {
            events.add(event);
        }
    }

    @BeforeEach
    void start() {
        application = RunningApplication.run(
                Application.class,
                "spring.main.web-application-type=none",
                "ratelimit.policies.api.limit=5/1h",
                "ratelimit.policies.api.key=header:X-User",
                "ratelimit.policies.partner.key=header:X-Api-Key",
                "ratelimit.policies.partner.default-plan=basic",
                "ratelimit.policies.partner.plans.basic.limit=10/1h",
                "ratelimit.policies.partner.plans.basic.members=b1");
    }

    @AfterEach
    void stop() {
        application.close();
    }

    private void refresh(String... properties) {
        Map<String, Object> fresh = new HashMap<>();
        for (String property : properties) {
            int equals = property.indexOf('=');
            fresh.put(property.substring(0, equals), property.substring(equals + 1));
        }
        application.getEnvironment().getPropertySources().addFirst(new MapPropertySource("refreshed", fresh));
        application.publishEvent(new EnvironmentChangeEvent(application, fresh.keySet()));
    }

    private String quota(String policy) {
        return String.valueOf(
                application.getBean(Policies.class).get(policy).policy().quota());
    }

    private RateLimitDecision.Result take(String policy, String value) {
        return application
                .getBean(RateLimiter.class)
                .tryAcquire(RateLimitCheck.of(policy, value))
                .results()
                .get(0);
    }

    @Test
    void changesNumbersAndKeepsWhatWasUsed() {
        take("api", "ana");
        refresh("ratelimit.policies.api.limit=20/1h", "ratelimit.policies.api.enforce=false");

        assertThat(take("api", "ana").usages().get(0).remaining()).isEqualTo(18);
        assertThat(application.getBean(Policies.class).get("api").policy().enforce())
                .isFalse();
        List<RateLimitPolicyChangedEvent> events = application.getBean(Application.class).events;
        await().untilAsserted(() -> assertThat(events).singleElement().satisfies(event -> {
            assertThat(event.after().quota()).isEqualTo(Quota.of("20/1h"));
            assertThat(event.changedBy()).isNull();
        }));
    }

    @Test
    void changesPlansAndMembers() {
        refresh("ratelimit.policies.partner.plans.pro.limit=100/1h", "ratelimit.policies.partner.plans.pro.members=p1");

        assertThat(take("partner", "p1").plan()).isEqualTo("pro");
        assertThat(take("partner", "b1").plan()).isEqualTo("basic");
    }

    @Test
    void leavesTheOldSetInForceWhenTheNewOneIsWrong(CapturedOutput output) {
        refresh("ratelimit.policies.api.limit=20/1h", "ratelimit.policies.partner.plans.basic.limit=lots");

        assertThat(quota("api")).isEqualTo("5/1h");
        assertThat(output)
                .contains("The changed configuration is wrong, so the one before stays in force: "
                        + "ratelimit.policies.partner.plans.basic.limit = 'lots': a limit is written count/duration");
    }

    @Test
    void leavesTheOldSetInForceWhenAPropertyIsUnknown(CapturedOutput output) {
        refresh("ratelimit.policies.api.limit=20/1h", "ratelimit.policies.api.brst=7");

        assertThat(quota("api")).isEqualTo("5/1h");
        assertThat(output).contains("stays in force: ratelimit.policies.api.brst = '7': there is no such property");
    }

    @Test
    void saysOnceWhatNeedsARestart(CapturedOutput output) {
        refresh(
                "ratelimit.policies.api.limit=20/1h",
                "ratelimit.policies.api.algorithm=sliding-window",
                "ratelimit.policies.new.limit=1/1h",
                "ratelimit.store=local",
                "ratelimit.region-share=0.5",
                "ratelimit.redis.deadline=1s");

        assertThat(quota("api")).isEqualTo("20/1h");
        assertThat(output)
                .containsOnlyOnce(
                        "These changes of the configuration hold after a restart only: "
                                + "[ratelimit.policies.api.algorithm, ratelimit.policies.new, ratelimit.redis.deadline, ratelimit.region-share, ratelimit.store]");
    }

    @Test
    void liesBeneathWhatWasChangedAtRunTime(CapturedOutput output) throws StoreFailureException {
        PolicyChanges changes = application.getBean(PolicyChanges.class);
        Policies policies = application.getBean(Policies.class);
        changes.change(policies.get("api"), new PolicyChange(Map.of("limit", "7/1h"), null, null));
        refresh("ratelimit.policies.api.limit=20/1h", "ratelimit.policies.api.enforce=false");

        assertThat(quota("api")).isEqualTo("7/1h");
        assertThat(policies.get("api").policy().enforce()).isFalse();
        changes.takeBack(policies.get("api"), null);
        assertThat(quota("api")).isEqualTo("20/1h");
    }

    @Test
    void ignoresWhatIsNotOurs(CapturedOutput output) {
        refresh("server.port=1");

        assertThat(output).doesNotContain("changed configuration", "changes of the configuration");
    }

    @Test
    void isNotThereWithoutSpringCloud() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(EnvironmentChangeEvent.class))
                .withPropertyValues("ratelimit.store=local", "ratelimit.policies.api.limit=5/1h")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context).doesNotHaveBean(RefreshConfiguration.RefreshListener.class);
                });
    }
}
