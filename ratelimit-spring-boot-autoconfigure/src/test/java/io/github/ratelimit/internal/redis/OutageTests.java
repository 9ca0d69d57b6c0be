package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.FailurePolicyStore;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import io.github.ratelimit.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A Redis that is killed, frozen, restarted. */
@ParameterizedClass
@EnumSource
class OutageTests {

    private static final Duration DEADLINE = Duration.ofMillis(100);
    private static final Duration SLACK = Duration.ofMillis(900);

    private final RedisServer server = RedisServer.start();
    private final TestRedis redis;
    private final RedisStore store;

    OutageTests(Client client) {
        redis = TestRedis.of(server, client, DEADLINE);
        store = redis.store(redis.link(), DEADLINE);
    }

    @AfterEach
    void close() {
        redis.close();
        server.close();
    }

    @BeforeEach
    void awaitConnection() {
        awaitRecovery(Duration.ofSeconds(10));
    }

    private static ResolvedCheck check(OnStoreFailure choice) {
        RateLimitPolicy policy = RateLimitPolicy.of("api", Quota.of("10/1h")).withOnStoreFailure(choice);
        return ResolvedChecks.of(policy, "ana", 1);
    }

    private void awaitRecovery(Duration atMost) {
        Awaitility.await().atMost(atMost).pollInterval(Duration.ofMillis(10)).until(this::answers);
    }

    private boolean answers() {
        try {
            return store.decide(List.of(check(OnStoreFailure.OPEN)), false).isAllowed();
        } catch (StoreFailureException stillGone) {
            return false;
        }
    }

    private void assertFailsInTime() {
        long start = System.nanoTime();
        assertThatExceptionOfType(StoreFailureException.class)
                .isThrownBy(() -> store.decide(List.of(check(OnStoreFailure.OPEN)), true));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(DEADLINE.plus(SLACK));
    }

    @Test
    void neverHoldsACallerLongerThanTheDeadline() {
        server.pause();
        try {
            assertFailsInTime();
            assertFailsInTime();
        } finally {
            server.resume();
        }
    }

    @Test
    void neverHoldsAResetLongerThanTheDeadline() {
        server.pause();
        try {
            long start = System.nanoTime();
            assertThatExceptionOfType(StoreFailureException.class)
                    .isThrownBy(() -> store.reset(List.of(check(OnStoreFailure.OPEN))));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(DEADLINE.plus(SLACK));
        } finally {
            server.resume();
        }
    }

    @Test
    void chargesNothingForACallerThatHasGivenUp() throws StoreFailureException {
        ResolvedCheck check = ResolvedChecks.of(RateLimitPolicy.of("late", Quota.of("10/1h")), "ana", 1);
        server.pause();
        try {
            assertThatExceptionOfType(StoreFailureException.class).isThrownBy(() -> store.decide(List.of(check), true));
        } finally {
            server.resume();
        }

        awaitRecovery(Duration.ofSeconds(5));
        assertThat(store.decide(List.of(check), false)
                        .results()
                        .get(0)
                        .usages()
                        .get(0)
                        .remaining())
                .isEqualTo(10);
    }

    @Test
    void failsAtOnceWhenKilledAndRecoversWithinFiveSeconds() {
        server.kill();
        Awaitility.await().until(() -> !answers());
        assertFailsInTime();

        server.restart();
        awaitRecovery(Duration.ofSeconds(5));
    }

    @Test
    void leavesTheFlagOfAnInterruptedThread() {
        server.pause(); // an answer that is there already would be taken
        try {
            Thread.currentThread().interrupt();

            assertThatExceptionOfType(StoreFailureException.class)
                    .isThrownBy(() -> store.decide(List.of(check(OnStoreFailure.OPEN)), true))
                    .withMessageContaining("interrupted");
            assertThat(Thread.interrupted()).isTrue();
        } finally {
            server.resume();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OPEN, ALLOWED, OPEN",
        "CLOSED, UNAVAILABLE, CLOSED",
        "LOCAL, ALLOWED, LOCAL",
    })
    void sendsEachPolicyItsWay(OnStoreFailure choice, Outcome outcome, Basis basis) throws StoreFailureException {
        RateLimitStore guarded =
                new FailurePolicyStore(store, new LocalStore(10, LocalClock.SYSTEM), () -> 1, System::nanoTime);
        assertThat(basisOf(guarded.decide(List.of(check(choice)), true))).isEqualTo(Basis.STORE);

        server.kill();
        Awaitility.await().until(() -> !answers());
        ChargedDecision without = guarded.decide(List.of(check(choice)), true);
        assertThat(without.outcome()).isEqualTo(outcome);
        assertThat(basisOf(without)).isEqualTo(basis);

        server.restart();
        awaitRecovery(Duration.ofSeconds(5));
        assertThat(basisOf(guarded.decide(List.of(check(choice)), true))).isEqualTo(Basis.STORE);
    }

    private static Basis basisOf(ChargedDecision decision) {
        Result only = decision.results().get(0);
        return only.basis();
    }
}
