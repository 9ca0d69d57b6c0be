package io.github.ratelimit.internal.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.InvalidRateLimitCheckException;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitExceededException;
import io.github.ratelimit.RateLimited;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.autoconfigure.RateLimitAutoConfiguration;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Annotated methods of beans, outside of requests. */
class RateLimitedTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RateLimitAutoConfiguration.class))
            .withPropertyValues(
                    "ratelimit.store=local",
                    "ratelimit.policies.phone.limit=2/1h",
                    "ratelimit.policies.phone.key=principal",
                    "ratelimit.policies.phone.on-missing-key=skip",
                    "ratelimit.policies.budget.limit=100/1h",
                    "ratelimit.policies.budget.key=global",
                    "limits.of-the-place=1/1h");

    static class Otp {

        @RateLimited(policy = "phone", key = "#phone")
        @RateLimited(policy = "budget")
        public void send(String phone) {
            // only limited
        }

        @RateLimited(policy = "budget", cost = "#messages.size()")
        public void sendAll(List<String> messages) {
            // only limited
        }

        @RateLimited(policy = "budget", cost = "#cost")
        public void costing(Object cost) {
            // only limited
        }

        @RateLimited(policy = "phone", key = "{#address, #phone}")
        public void pair(String address, String phone) {
            // only limited
        }

        @RateLimited(policy = "phone", key = "{#tags, #phone}")
        public void tagged(List<String> tags, String phone) {
            // only limited
        }

        @RateLimited(policy = "phone", key = "#ip")
        public void parameterWins(String ip) {
            // only limited
        }
    }

    static class Defined {

        @RateLimited(limit = "10/1h", burst = 2, key = "#id")
        public void sendSMSNow(String id) {
            // only limited
        }

        @RateLimited(policy = "phone", limit = "50/1h", key = "#id")
        public void configured(String id) {
            // only limited
        }

        @RateLimited(limit = "${limits.of-the-place}", key = "#id")
        public void placeholder(String id) {
            // only limited
        }

        @RateLimited(limit = "2/1s, 3/1h", key = "#id")
        public void severalLimits(String id) {
            // only limited
        }
    }

    @RateLimited(limit = "2/1h", key = "'all'")
    static class OneBudget {

        public void one() {
            // only limited
        }

        public void two() {
            // only limited
        }

        @RateLimited(policy = "phone", key = "#phone")
        public void own(String phone) {
            // only limited
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @RateLimited(policy = "phone", key = "#phone")
    @interface PerPhone {}

    interface Gateway {

        @RateLimited(policy = "phone", key = "#phone")
        void viaInterface(String phone);
    }

    static class MetaAndInterface implements Gateway {

        @PerPhone
        public void viaMeta(String phone) {
            // only limited
        }

        @Override
        public void viaInterface(String phone) {
            // only limited
        }
    }

    @Test
    void decidesAllAnnotationsOfAMethodTogether() {
        runner.withBean(Otp.class).run(context -> {
            Otp otp = context.getBean(Otp.class);
            otp.send("+1");
            otp.send("+1");
            for (int i = 0; i < 20; i++) {
                assertThatThrownBy(() -> otp.send("+1"))
                        .isInstanceOfSatisfying(RateLimitExceededException.class, refused -> {
                            assertThat(refused.decision().outcome()).isEqualTo(Outcome.REFUSED);
                            assertThat(refused.decision().results()).hasSize(2);
                        });
            }
            assertThat(remaining(context, "budget")).isEqualTo(98);
        });
    }

    @Test
    void chargesTheCostOfTheCall() {
        runner.withBean(Otp.class).run(context -> {
            Otp otp = context.getBean(Otp.class);
            otp.sendAll(List.of("a", "b", "c"));
            otp.sendAll(List.of());
            assertThat(remaining(context, "budget")).isEqualTo(97);
            for (Object wrong : new Object[] {-1, 1.5, 1_000_000_001L, "2", Double.NaN}) {
                assertThatThrownBy(() -> otp.costing(wrong)).isInstanceOf(InvalidRateLimitCheckException.class);
            }
            assertThat(remaining(context, "budget")).isEqualTo(97);
        });
    }

    @Test
    void makesACompositeKeyOfAListAndSkipsAMissingPart() {
        runner.withBean(Otp.class).run(context -> {
            Otp otp = context.getBean(Otp.class);
            otp.pair("a", "b");
            otp.pair("a", "b");
            assertThatThrownBy(() -> otp.pair("a", "b")).isInstanceOf(RateLimitExceededException.class);
            otp.pair("a,b", "");
            otp.pair("a", "c");
            for (int i = 0; i < 5; i++) {
                otp.pair("a", null);
            }
            assertThat(remaining(context, "phone", "a", "c")).isEqualTo(1);
        });
    }

    @Test
    void makesOnePartOfAListWithinAList() {
        runner.withBean(Otp.class).run(context -> {
            Otp otp = context.getBean(Otp.class);
            otp.tagged(List.of("a, b"), "p");
            otp.tagged(List.of("a, b"), "p");
            otp.tagged(List.of("a", "b"), "p");
            assertThatThrownBy(() -> otp.tagged(List.of("a, b"), "p")).isInstanceOf(RateLimitExceededException.class);
        });
    }

    @Test
    void prefersAParameterToTheBuiltInVariableOfItsName() {
        runner.withBean(Otp.class).run(context -> {
            context.getBean(Otp.class).parameterWins("x");
            assertThat(remaining(context, "phone", "x")).isEqualTo(1);
        });
    }

    @Test
    void readsMetaAnnotationsAndInterfaces() {
        runner.withBean(MetaAndInterface.class).run(context -> {
            MetaAndInterface bean = context.getBean(MetaAndInterface.class);
            bean.viaMeta("m");
            bean.viaInterface("i");
            assertThat(remaining(context, "phone", "m")).isEqualTo(1);
            assertThat(remaining(context, "phone", "i")).isEqualTo(1);
        });
    }

    @Test
    void isProxiedWithoutBootsAopToo() {
        runner.withPropertyValues("spring.aop.auto=false").withBean(Otp.class).run(context -> {
            context.getBean(Otp.class).send("+2");
            assertThat(remaining(context, "phone", "+2")).isEqualTo(1);
        });
    }

    @Nested
    class DefinedByTheAnnotation {

        @Test
        void isAPolicyOfItsOwnNamedByThePlace() {
            runner.withBean(Defined.class).run(context -> {
                Defined bean = context.getBean(Defined.class);
                bean.sendSMSNow("x");
                bean.sendSMSNow("x");
                assertThatThrownBy(() -> bean.sendSMSNow("x")).isInstanceOf(RateLimitExceededException.class);
                assertThat(remaining(context, "defined.send-sms-now", "x")).isZero();
            });
        }

        @Test
        void takesTheConfigurationsNumbers() {
            runner.withBean(Defined.class).run(context -> {
                context.getBean(Defined.class).configured("c");
                assertThat(remaining(context, "phone", "c")).isEqualTo(1);
            });
        }

        @Test
        void resolvesPlaceholdersAndSeveralLimits() {
            runner.withBean(Defined.class).run(context -> {
                Defined bean = context.getBean(Defined.class);
                bean.placeholder("p");
                assertThatThrownBy(() -> bean.placeholder("p")).isInstanceOf(RateLimitExceededException.class);
                bean.severalLimits("s");
                bean.severalLimits("s");
                assertThatThrownBy(() -> bean.severalLimits("s")).isInstanceOf(RateLimitExceededException.class);
            });
        }

        @Test
        void isOneBudgetForAType() {
            runner.withBean(OneBudget.class).run(context -> {
                OneBudget bean = context.getBean(OneBudget.class);
                bean.one();
                bean.two();
                assertThatThrownBy(bean::one).isInstanceOf(RateLimitExceededException.class);
                assertThatCode(bean::toString).doesNotThrowAnyException();
                bean.own("own");
                assertThat(remaining(context, "phone", "own")).isEqualTo(1);
            });
        }
    }

    private static long remaining(ApplicationContext context, String policy, String... key) {
        return context.getBean(RateLimiter.class)
                .peek(RateLimitCheck.of(policy, key))
                .results()
                .get(0)
                .usages()
                .get(0)
                .remaining();
    }
}
