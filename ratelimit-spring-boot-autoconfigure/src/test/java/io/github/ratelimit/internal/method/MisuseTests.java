package io.github.ratelimit.internal.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimited;
import io.github.ratelimit.autoconfigure.RateLimitAutoConfiguration;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.scheduling.annotation.Async;

/** Misuse that can be seen stops the start and says what to change. */
class MisuseTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RateLimitAutoConfiguration.class))
            .withPropertyValues(
                    "ratelimit.store=local",
                    "ratelimit.policies.api.limit=2/1h",
                    "ratelimit.policies.budget.limit=100/1h",
                    "ratelimit.policies.budget.key=global",
                    "ratelimit.policies.login.limit=5/15m",
                    "ratelimit.policies.login.reset-on=2xx",
                    "ratelimit.policies.queue.limit=1/1s",
                    "ratelimit.policies.queue.algorithm=leaky-bucket",
                    "ratelimit.policies.queue.max-delay=2s");

    static class UnknownPolicy {
        @RateLimited(policy = "apis")
        public void call() {}
    }

    static class Nothing {
        @RateLimited
        public void call() {}
    }

    static class UnknownVariable {
        @RateLimited(policy = "api", key = "#usr")
        public void call(String user) {}
    }

    static class NoSpel {
        @RateLimited(policy = "api", key = "#user +")
        public void call(String user) {}
    }

    static class WrongLimit {
        @RateLimited(limit = "10 per second")
        public void call() {}
    }

    static class BurstAlone {
        @RateLimited(policy = "api", burst = 5)
        public void call() {}
    }

    static class KeyOfGlobal {
        @RateLimited(policy = "budget", key = "#user")
        public void call(String user) {}
    }

    static class Private {
        @RateLimited(policy = "api")
        private void call() {}
    }

    static class Final {
        @RateLimited(policy = "api")
        public final void call() {}
    }

    static class Overloads {
        @RateLimited(limit = "1/1s")
        public void call() {}

        @RateLimited(limit = "1/1s")
        public void call(String other) {}
    }

    static class Reactive {
        @RateLimited(policy = "api")
        public Flow.Publisher<String> call() {
            throw new UnsupportedOperationException();
        }
    }

    static class TwoQueues {
        @RateLimited(policy = "queue", key = "'a'")
        @RateLimited(policy = "queue", key = "'b'")
        public void call() {}
    }

    static class QueueThatGivesBack {
        @RateLimited(policy = "queue", key = "'a'", refundFor = RuntimeException.class)
        public void call() {}
    }

    static class ResetOfAnAddress {
        @RateLimited(policy = "login", key = "{#ip, 'login'}")
        public void call() {}
    }

    static class ResetOfAnAccount {
        @RateLimited(policy = "login", key = "{#ip, #user}")
        public void pair(String user) {}

        @RateLimited(policy = "login", key = "#ip")
        public void parameter(String ip) {}

        @RateLimited(policy = "login", key = "#ip + T(java.lang.Thread).currentThread().getName()")
        public void computed() {}
    }

    @Async
    static class AsynchronousCost {
        @RateLimited(policy = "api", key = "#user", cost = "#ip == null ? 1 : 2")
        public void call(String user) {}
    }

    static class Asynchronous {
        @Async
        @RateLimited(policy = "api")
        public void call() {}
    }

    static Stream<Arguments> misuses() {
        return Stream.of(
                Arguments.of(
                        UnknownPolicy.class,
                        "There is no rate limit policy 'apis'; there are [api, budget, login, queue]"),
                Arguments.of(Nothing.class, "needs a policy or a limit"),
                Arguments.of(UnknownVariable.class, "there is no #usr; there are [#ip, #principal, #user]"),
                Arguments.of(NoSpel.class, "is no SpEL expression"),
                Arguments.of(WrongLimit.class, "a limit is written count/duration, for example 100/1m"),
                Arguments.of(BurstAlone.class, "a burst goes with a limit"),
                Arguments.of(KeyOfGlobal.class, "policy 'budget' has one key for all (key: global)"),
                Arguments.of(Private.class, "a private, static or final method does not pass the bean's proxy"),
                Arguments.of(Final.class, "a private, static or final method does not pass the bean's proxy"),
                Arguments.of(Overloads.class, "has the same derived policy name 'overloads.call' as"),
                Arguments.of(Reactive.class, "a reactive or suspending method returns before it runs"),
                Arguments.of(TwoQueues.class, "one call cannot wait for its turn at several leaky buckets"),
                Arguments.of(QueueThatGivesBack.class, "a leaky bucket gives nothing back; leave refundFor out"),
                Arguments.of(
                        ResetOfAnAddress.class,
                        "policy 'login' has reset-on, which needs a key that names the very account that was proven; an "
                                + "address names none"),
                Arguments.of(AsynchronousCost.class, "an @Async method runs outside the request"),
                Arguments.of(Asynchronous.class, "an @Async method runs outside the request"));
    }

    @ParameterizedTest
    @MethodSource("misuses")
    void stopsTheStart(Class<?> type, String reason) {
        runner.withBean(type)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(RateLimitConfigurationException.class)
                        .hasMessageContaining("@RateLimited on " + type.getName() + ".call(")
                        .hasMessageContaining(reason));
    }

    @Test
    void givesPlacesTheirNamesInKebabCase() {
        assertThat(AnnotationPolicies.kebabCase("OtpService.sendSms")).isEqualTo("otp-service.send-sms");
        assertThat(AnnotationPolicies.kebabCase("HTTPClient.getURL")).isEqualTo("http-client.get-url");
        assertThat(AnnotationPolicies.kebabCase("A.b")).isEqualTo("a.b");
    }

    @Test
    void letsAKeyBeThatMayNameAnAccount() {
        runner.withBean(ResetOfAnAccount.class)
                .run(context -> assertThat(context).hasNotFailed());
    }
}
