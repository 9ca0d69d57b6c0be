package io.github.ratelimit.internal.plan;

import static io.github.ratelimit.internal.plan.PlansBench.PRO;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimit.internal.limiter.PlanAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who waits for a resolver, for how long, and how many can. */
class LookUpTests {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final ExecutorService callers = Executors.newCachedThreadPool();

    @BeforeEach
    void awaitThreadsOfOtherTests() {
        await().atMost(LONG).until(() -> lookUpThreads() == 0);
    }

    @AfterEach
    void close() {
        callers.shutdownNow();
    }

    private static long lookUpThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("ratelimit-plans-api-"))
                .peek(thread -> assertThat(thread.isDaemon()).isTrue())
                .count();
    }

    @Test
    void isOneForAThousandCallersWithOneValue() throws Exception {
        for (int round = 0; round < 5; round++) {
            try (PlansBench plans = new PlansBench(LONG)) {
                plans.resolver.plans.put("ana", "pro");
                CountDownLatch start = new CountDownLatch(1);
                List<Future<PlanAnswer>> answers = new ArrayList<>();
                for (int i = 0; i < 1_000; i++) {
                    answers.add(callers.submit(() -> {
                        start.await();
                        return plans.planOf("ana");
                    }));
                }
                start.countDown();
                for (Future<PlanAnswer> answer : answers) {
                    assertThat(answer.get(60, SECONDS)).isEqualTo(PRO);
                }
                assertThat(plans.resolver.asked).containsExactly("ana");
            }
        }
    }

    @Test
    void thatIsSlowDelaysOneCallerAndServesTheNext() {
        try (PlansBench plans = new PlansBench(Duration.ofSeconds(2))) {
            plans.resolver.plans.put("ana", "pro");
            plans.resolver.hang();
            long begun = System.nanoTime();

            assertThat(plans.planOf("ana")).isEqualTo(PlanAnswer.FAILED);
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isBetween(Duration.ofMillis(1_900), Duration.ofSeconds(30));
            plans.pass(LONG);
            assertThat(plans.planOf("ana"))
                    .as("of a look-up that runs too long already")
                    .isEqualTo(PlanAnswer.FAILED);
            plans.resolver.goOn();
            await().atMost(LONG).until(() -> plans.planOf("ana").equals(PRO));
            assertThat(plans.resolver.asked).containsExactly("ana");
        }
    }

    /** With a minute's timeout a second wait would show: the test would end too late. */
    @Test
    void thatHasRunForTheTimeoutIsWaitedForByNobodyElse() throws Exception {
        try (PlansBench plans = new PlansBench(LONG)) {
            plans.resolver.hang();
            Future<PlanAnswer> first = callers.submit(() -> plans.planOf("ana"));
            await().atMost(LONG).until(() -> plans.resolver.asked.size() == 1);
            plans.pass(LONG);

            Future<PlanAnswer> second = callers.submit(() -> plans.planOf("ana"));
            assertThat(second.get(30, SECONDS)).isEqualTo(PlanAnswer.FAILED);
            assertThat(first).isNotDone();
        }
    }

    @Test
    void ofAResolverThatHangsTakeEightThreadsAndNoMore() throws Exception {
        try (PlansBench plans = new PlansBench(Duration.ofMillis(500))) {
            plans.resolver.hang();
            assertThat(plans.planOf("first")).isEqualTo(PlanAnswer.FAILED);
            List<Future<PlanAnswer>> answers = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                String value = "value" + i;
                answers.add(callers.submit(() -> plans.planOf(value)));
            }
            for (Future<PlanAnswer> answer : answers) {
                assertThat(answer.get(60, SECONDS)).isEqualTo(PlanAnswer.FAILED);
            }
            assertThat(lookUpThreads()).isEqualTo(8);
            assertThat(plans.resolver.asked).hasSize(8);
        }
    }

    /** A flood of invented values must not give each of them a client's limit. */
    @Test
    void thatAreTooManyAreOfUnknownValuesWhileTheResolverIsWell() throws Exception {
        try (PlansBench plans = new PlansBench(LONG)) {
            plans.resolver.hang();
            List<Future<PlanAnswer>> answers = new ArrayList<>();
            for (int i = 0; i < 8 + LookUpThreads.MOST_WAITING + 100; i++) {
                String value = "value" + i;
                answers.add(callers.submit(() -> plans.planOf(value)));
            }
            await().atMost(LONG)
                    .until(() -> answers.stream().filter(Future::isDone).count() == 100);
            for (Future<PlanAnswer> answer : answers) {
                assertThat(answer.isDone() ? answer.get() : PlanAnswer.UNKNOWN).isEqualTo(PlanAnswer.UNKNOWN);
            }
            plans.resolver.goOn();
        }
    }

    @Test
    void inTheBackgroundLeaveRoomForThoseWhoWait() throws Exception {
        try (PlansBench plans = new PlansBench(LONG)) {
            for (int i = 0; i < 1_000; i++) {
                plans.resolver.plans.put("client" + i, "pro");
                plans.planOf("client" + i);
            }
            plans.pass(PlansBench.REFRESH);
            plans.resolver.hang();
            for (int i = 0; i < 1_000; i++) {
                assertThat(plans.planOf("client" + i)).isEqualTo(PRO);
            }
            plans.resolver.plans.put("new", "pro");
            AtomicReference<PlanAnswer> answer = new AtomicReference<>();
            Thread newcomer = new Thread(() -> answer.set(plans.planOf("new")));
            newcomer.start();
            Set<Thread.State> waitsOrHasNoPlace = EnumSet.of(Thread.State.TIMED_WAITING, Thread.State.TERMINATED);
            await().atMost(LONG).until(() -> waitsOrHasNoPlace.contains(newcomer.getState()));
            plans.resolver.goOn();
            newcomer.join();
            assertThat(answer).hasValue(PRO);
        }
    }

    @Test
    void isNotWaitedForByAnInterruptedCaller() throws Exception {
        try (PlansBench plans = new PlansBench(LONG)) {
            plans.resolver.hang();
            Future<Boolean> staysInterrupted = callers.submit(() -> {
                Thread.currentThread().interrupt();
                return plans.planOf("ana") == PlanAnswer.FAILED
                        && Thread.currentThread().isInterrupted();
            });
            assertThat(staysInterrupted.get(60, SECONDS)).isTrue();
        }
    }

    @Test
    void endWithThePlans() {
        PlansBench plans = new PlansBench(Duration.ofMillis(10));
        plans.resolver.hang();
        plans.planOf("ana");
        assertThat(lookUpThreads()).isPositive();
        plans.end();
        await().atMost(LONG).until(() -> lookUpThreads() == 0);
    }

    @Test
    void seeNothingOfTheCallersThread() throws Exception {
        InheritableThreadLocal<String> ofCaller = new InheritableThreadLocal<>();
        ofCaller.set("secret");
        try (PlansBench plans = new PlansBench(LONG)) {
            List<String> seen = new ArrayList<>();
            plans.resolver.onAsked = () -> seen.add(String.valueOf(ofCaller.get()));
            plans.planOf("ana");
            assertThat(seen).containsExactly("null");
        } finally {
            ofCaller.remove();
        }
    }
}
