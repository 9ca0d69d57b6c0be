package io.github.ratelimit.internal.plan;

import static io.github.ratelimit.internal.plan.PlansBench.BASIC;
import static io.github.ratelimit.internal.plan.PlansBench.PRO;
import static io.github.ratelimit.internal.plan.PlansBench.REFRESH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import io.github.ratelimit.internal.limiter.PlanAnswer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of a resolver's answers, and for how long. */
class CachedPlansTests {

    private final PlansBench plans = new PlansBench(Duration.ofSeconds(30));

    @AfterEach
    void close() {
        plans.close();
    }

    private void awaitAsked(int times) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(plans.resolver.asked).hasSize(times));
    }

    @Nested
    class Answers {

        @Test
        void areAskedForOnce() {
            plans.resolver.plans.put("ana", "pro");

            assertThat(plans.planOf("ana")).isEqualTo(PRO);
            plans.resolver.plans.put("ana", "basic");
            plans.pass(REFRESH.minusSeconds(5));

            assertThat(plans.planOf("ana")).isEqualTo(PRO);
            assertThat(plans.resolver.asked).containsExactly("ana");
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "  "})
        void withoutANameAreNoClient(String name) {
            plans.resolver.plans.put("ana", name);

            assertThat(plans.planOf("ana")).isEqualTo(PlanAnswer.UNKNOWN);
        }

        @Test
        void areKeptForUnknownValuesToo() {
            assertThat(plans.planOf("invented")).isEqualTo(PlanAnswer.UNKNOWN);
            assertThat(plans.planOf("invented")).isEqualTo(PlanAnswer.UNKNOWN);
            assertThat(plans.resolver.asked).hasSize(1);
        }

        @Test
        void areRefreshedInTheBackgroundWhileTheLastOneHolds() {
            plans.resolver.plans.put("ana", "basic");
            plans.planOf("ana");
            plans.resolver.plans.put("ana", "pro");
            plans.pass(REFRESH);
            plans.resolver.hang();

            assertThat(plans.planOf("ana")).as("nobody waits for what hangs").isEqualTo(BASIC);
            plans.resolver.goOn();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> plans.planOf("ana").equals(PRO));
            assertThat(plans.resolver.asked).hasSize(2);
        }

        @Test
        void learnOfANewClientAndOfOneThatIsGone() {
            plans.resolver.plans.put("ana", "pro");
            plans.planOf("ana");
            plans.planOf("ben");
            plans.resolver.plans.remove("ana");
            plans.resolver.plans.put("ben", "pro");
            plans.pass(REFRESH);

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> plans.planOf("ana") == PlanAnswer.UNKNOWN
                            && plans.planOf("ben").equals(PRO));
        }

        @Test
        void areNotKeptOfValuesThatAreTooLong() {
            assertThat(plans.planOf("x".repeat(8_193))).isEqualTo(PlanAnswer.UNKNOWN);
            assertThat(plans.resolver.asked).isEmpty();
            plans.planOf("x".repeat(8_192));
            assertThat(plans.resolver.asked).hasSize(1);
        }

        @Test
        void ofClientsSurviveAFloodOfInventedValues() {
            for (int i = 0; i < 100; i++) {
                plans.resolver.plans.put("client" + i, "pro");
                plans.planOf("client" + i);
            }
            for (int i = 0; i < 20_000; i++) {
                plans.planOf("invented" + i);
            }
            plans.resolver.asked.clear();
            for (int i = 0; i < 100; i++) {
                assertThat(plans.planOf("client" + i)).isEqualTo(PRO);
            }
            assertThat(plans.resolver.asked).as("clients asked about again").isEmpty();
            for (int i = 0; i < 20_000; i++) {
                plans.planOf("invented" + i);
            }
            assertThat(plans.resolver.asked)
                    .as("of the invented ones not all are kept")
                    .hasSizeBetween(10_000, 20_000);
        }

        @Test
        void thatAreKeptCostNoMemory() {
            plans.resolver.plans.put("ana", "pro");
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            for (int i = 0; i < 20_000; i++) {
                plans.planOf("ana");
            }
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                plans.planOf("ana");
            }
            assertThat((threads.getCurrentThreadAllocatedBytes() - before) / 10_000)
                    .as("bytes a look at a kept answer")
                    .isLessThan(16);
        }
    }

    @Nested
    class WhileTheResolverFails {

        @Test
        void theLastAnswerHoldsHoweverLongThatTakes() {
            plans.resolver.plans.put("ana", "pro");
            plans.planOf("ana");
            plans.planOf("invented");
            plans.resolver.failure = new IllegalStateException("database gone");
            for (int day = 0; day < 30; day++) {
                plans.pass(Duration.ofDays(1));
                assertThat(plans.planOf("ana")).isEqualTo(PRO);
                assertThat(plans.planOf("invented")).isEqualTo(PlanAnswer.UNKNOWN);
                awaitAsked(2 + 2 * (day + 1));
            }
        }

        @Test
        void aValueWithoutAnAnswerIsAFailureAndTheResolverIsLeftInPeaceForASecond() {
            plans.resolver.failure = new IllegalStateException("database gone");

            assertThat(plans.planOf("ana")).isEqualTo(PlanAnswer.FAILED);
            assertThat(plans.planOf("ana")).isEqualTo(PlanAnswer.FAILED);
            assertThat(plans.resolver.asked).hasSize(1);
            plans.resolver.failure = null;
            plans.resolver.plans.put("ana", "pro");
            plans.pass(Duration.ofSeconds(1));

            assertThat(plans.planOf("ana")).as("waited for").isEqualTo(PRO);
        }

        @Test
        void aFailedRefreshIsTriedAgainAfterASecond() {
            plans.resolver.plans.put("ana", "basic");
            plans.planOf("ana");
            plans.resolver.failure = new IllegalStateException("database gone");
            plans.pass(REFRESH);
            plans.planOf("ana");
            awaitAsked(2);
            plans.planOf("ana");
            assertThat(plans.resolver.asked).hasSize(2);
            plans.resolver.failure = null;
            plans.resolver.plans.put("ana", "pro");
            plans.pass(Duration.ofSeconds(1));

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> plans.planOf("ana").equals(PRO));
        }

        @Test
        void errorsAndCheckedExceptionsAreFailuresToo() {
            plans.resolver.failure = new NoClassDefFoundError("x");
            assertThat(plans.planOf("ana")).isEqualTo(PlanAnswer.FAILED);
            plans.resolver.failure = new Exception("checked");
            assertThat(plans.planOf("ben")).isEqualTo(PlanAnswer.FAILED);
            plans.resolver.failure = null;
            plans.resolver.plans.putAll(Map.of("ana", "pro", "ben", "pro"));
            plans.pass(Duration.ofSeconds(1));
            assertThat(plans.planOf("ana")).as("no look-up is left over").isEqualTo(PRO);
            assertThat(plans.planOf("ben")).isEqualTo(PRO);
        }

        @Test
        void aPlanThatDoesNotExistIsAFailure() {
            plans.resolver.plans.put("ana", "gold");
            plans.resolver.plans.put("ben", "pro");
            plans.planOf("ben");
            plans.resolver.plans.put("ben", "gold");
            plans.pass(REFRESH);

            assertThat(plans.planOf("ana")).isEqualTo(PlanAnswer.FAILED);
            assertThat(plans.planOf("ben")).isEqualTo(PRO);
            awaitAsked(3);
            assertThat(plans.planOf("ben")).isEqualTo(PRO);
        }
    }
}
