package io.github.ratelimit.internal.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitExceededException;
import io.github.ratelimit.RateLimited;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.autoconfigure.RateLimitAutoConfiguration;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Which methods of which beans are limited, and what a key can be made of. */
class ReachTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RateLimitAutoConfiguration.class))
            .withPropertyValues("ratelimit.store=local", "ratelimit.policies.p.limit=1/1h");

    interface Client {

        @RateLimited(policy = "p", key = "'client'")
        String call();
    }

    @RateLimited(policy = "p", key = "'type'")
    static class Controller {

        String packagePrivate() {
            return "ok";
        }

        protected String inherited() {
            return "ok";
        }
    }

    static class Keys {

        @RateLimited(policy = "p", key = "#key")
        public void of(Object key) {
            // only limited
        }
    }

    static class Lambda {

        @RateLimited(limit = "1/1s", key = "'x'")
        public void call() {}
    }

    @Test
    void reachesABeanThatIsAProxyOfAnInterface() {
        runner.withBean(Client.class, () -> (Client) Proxy.newProxyInstance(
                        Client.class.getClassLoader(), new Class<?>[] {Client.class}, (proxy, method, args) -> "ok"))
                .run(context -> {
                    Client client = context.getBean(Client.class);
                    assertThat(client.call()).isEqualTo("ok");
                    assertThatThrownBy(client::call).isInstanceOf(RateLimitExceededException.class);
                });
    }

    @Test
    void reachesMethodsThatAreNotPublicFromTheType() {
        runner.withBean(Controller.class).run(context -> {
            Controller controller = context.getBean(Controller.class);
            assertThat(controller.packagePrivate()).isEqualTo("ok");
            assertThatThrownBy(controller::packagePrivate).isInstanceOf(RateLimitExceededException.class);
            assertThatThrownBy(controller::inherited).isInstanceOf(RateLimitExceededException.class);
        });
    }

    @Test
    void makesNoKeyOfWhatHasNoTextOfItsOwn() {
        runner.withBean(Keys.class).run(context -> {
            Keys keys = context.getBean(Keys.class);
            assertThatThrownBy(() -> keys.of(new Object()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("java.lang.Object");
            assertThatThrownBy(() -> keys.of(List.of(new Object()))).isInstanceOf(IllegalArgumentException.class);
        });
    }

    @Test
    void looksIntoAnOptional() {
        runner.withPropertyValues("ratelimit.policies.p.on-missing-key=skip")
                .withBean(Keys.class)
                .run(context -> {
                    Keys keys = context.getBean(Keys.class);
                    keys.of(Optional.of("a"));
                    keys.of(Optional.empty());
                    keys.of(Optional.empty());
                    assertThat(context.getBean(RateLimiter.class)
                                    .peek(RateLimitCheck.of("p", "a"))
                                    .isAllowed())
                            .isFalse();
                });
    }

    @Test
    void asksForANameWhereNoneCanBeDerived() {
        runner.withBean("anonymous", Lambda.class, () -> new Lambda() {})
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("needs a policy name: none can be derived from"));
    }
}
