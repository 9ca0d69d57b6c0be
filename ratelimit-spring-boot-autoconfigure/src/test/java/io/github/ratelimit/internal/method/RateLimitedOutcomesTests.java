package io.github.ratelimit.internal.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitExceededException;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.RateLimited;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.autoconfigure.RateLimitAutoConfiguration;
import io.github.ratelimit.internal.limiter.Policies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** What an annotated method does when it is refused, fails, or looks at its decisions. */
class RateLimitedOutcomesTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RateLimitAutoConfiguration.class))
            .withPropertyValues(
                    "ratelimit.store=local",
                    "ratelimit.policies.phone.limit=2/1h",
                    "ratelimit.policies.budget.limit=100/1h",
                    "ratelimit.policies.budget.key=global");

    static class Sender {

        private final ObjectProvider<RateLimiter> limiter;
        private final List<RateLimitDecision> seen = new ArrayList<>();

        Sender(ObjectProvider<RateLimiter> limiter) {
            this.limiter = limiter;
        }

        @RateLimited(policy = "phone", key = "#phone", refundFor = IOException.class)
        @RateLimited(policy = "budget")
        public void send(String phone, Exception failure) throws Exception {
            if (failure != null) {
                throw failure;
            }
        }

        @RateLimited(policy = "phone", key = "#phone", refundFor = IOException.class)
        public CompletableFuture<String> sendLater(String phone, CompletableFuture<String> sent) {
            return sent;
        }

        @RateLimited(policy = "phone", key = "#phone", fallbackMethod = "instead")
        public String withFallback(String phone) {
            return "sent";
        }

        private String instead(String phone) {
            return "later, " + phone;
        }

        @RateLimited(policy = "phone", key = "#phone", fallbackMethod = "instead")
        public String failing(String phone) {
            throw new RateLimitExceededException(new RateLimitDecision(RateLimitDecision.Outcome.REFUSED, List.of()));
        }

        @RateLimited(policy = "phone", key = "#phone")
        public void lookingAtItsDecisions(String phone) {
            seen.addAll(limiter.getObject().currentDecisions());
            limiter.getObject().refund(seen.get(0));
        }

        @RateLimited(
                limit = "3/1h",
                key = "#key",
                algorithm = Algorithm.SLIDING_LOG,
                onStoreFailure = OnStoreFailure.CLOSED)
        public void ofItsOwn(String key) {
            // only limited
        }
    }

    static class WrongFallback {

        @RateLimited(policy = "phone", fallbackMethod = "missing")
        public void call() {}
    }

    static class FallbackOfAnotherType {

        @RateLimited(policy = "phone", fallbackMethod = "other")
        public String call() {
            return "";
        }

        public Integer other() {
            return 1;
        }
    }

    static class AlgorithmWithoutLimit {

        @RateLimited(policy = "phone", algorithm = Algorithm.SLIDING_LOG)
        public void call() {}
    }

    @Test
    void givesBackForItsExceptionsAndForNoOthers() {
        runner.withBean(Sender.class).run(context -> {
            Sender sender = context.getBean(Sender.class);
            assertThatThrownBy(() -> sender.send("+1", new UncheckedIOException(new IOException())))
                    .isInstanceOf(UncheckedIOException.class);
            assertThat(remaining(context, "phone", "+1")).isEqualTo(1);
            assertThatThrownBy(() -> sender.send("+1", new java.io.FileNotFoundException()))
                    .isInstanceOf(java.io.FileNotFoundException.class);
            assertThat(remaining(context, "phone", "+1")).isEqualTo(1);
            assertThat(remaining(context, "budget"))
                    .as("its annotation names no exception")
                    .isEqualTo(98);
        });
    }

    @Test
    void givesBackForExceptionsThatAFutureEndsWith() {
        runner.withBean(Sender.class).run(context -> {
            Sender sender = context.getBean(Sender.class);
            sender.sendLater("+4", CompletableFuture.completedFuture("sent"));
            CompletableFuture<String> later = new CompletableFuture<>();
            CompletableFuture<String> returned = sender.sendLater("+4", later.thenApply(sent -> sent));
            assertThat(remaining(context, "phone", "+4")).isZero();

            later.completeExceptionally(new IOException());
            assertThat(returned).isCompletedExceptionally();
            assertThat(remaining(context, "phone", "+4")).isEqualTo(1);

            sender.sendLater("+4", CompletableFuture.failedFuture(new IllegalStateException()));
            assertThat(remaining(context, "phone", "+4"))
                    .as("another exception")
                    .isZero();
        });
    }

    @Test
    void callsTheFallbackForItsOwnRefusalOnly() {
        runner.withBean(Sender.class).run(context -> {
            Sender sender = context.getBean(Sender.class);
            assertThat(sender.withFallback("+2")).isEqualTo("sent");
            assertThatThrownBy(() -> sender.failing("+2")).isInstanceOf(RateLimitExceededException.class);
            assertThat(sender.withFallback("+2")).isEqualTo("later, +2");
        });
    }

    @Test
    void findsTheDecisionsUnderWhichItRuns() {
        runner.withBean(Sender.class).run(context -> {
            Sender sender = context.getBean(Sender.class);
            sender.lookingAtItsDecisions("+3");
            assertThat(remaining(context, "phone", "+3"))
                    .as("it was given back")
                    .isEqualTo(2);
            assertThat(context.getBean(RateLimiter.class).currentDecisions()).isEmpty();
        });
    }

    @Test
    void definesItsPolicyInFull() {
        runner.withBean(Sender.class).run(context -> {
            RateLimitPolicy policy =
                    context.getBean(Policies.class).get("sender.of-its-own").policy();
            assertThat(policy.algorithm()).isEqualTo(Algorithm.SLIDING_LOG);
            assertThat(policy.onStoreFailure()).isEqualTo(OnStoreFailure.CLOSED);
        });
    }

    @Test
    void stopsTheStartWhenItIsWrong() {
        assertStops(WrongFallback.class, "there is no fallback method missing with the parameters []");
        assertStops(FallbackOfAnotherType.class, "the fallback method other returns Integer, not String");
        assertStops(AlgorithmWithoutLimit.class, "algorithm and onStoreFailure go with a limit");
    }

    private void assertStops(Class<?> type, String reason) {
        runner.withBean(type)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining(reason));
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
