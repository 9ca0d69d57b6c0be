package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.StatusRange;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomesTests {

    private static final RateLimitPolicy PLAIN = policy("plain");
    private static final RateLimitPolicy REFUNDED = policy("refunded").withRefundOn(ranges("5xx", "404"));
    private static final RateLimitPolicy CLEARED = policy("cleared").withResetOn(ranges("2xx"));

    private final LocalStore store = new LocalStore(100, LocalClock.SYSTEM);
    private final StoreRateLimiter limiter = ResolvedChecks.limiter(store, ResolvedChecks.resolver());
    private final Outcomes outcomes = new Outcomes(limiter);
    private final RequestLedger ledger = new RequestLedger();

    private static RateLimitPolicy policy(String name) {
        return RateLimitPolicy.of(name, Quota.of("10/1d"));
    }

    private static List<StatusRange> ranges(String... texts) {
        return List.of(texts).stream().map(StatusRange::valueOf).toList();
    }

    private RateLimitDecision charge(RateLimitPolicy policy, long cost) {
        return limiter.tryAcquire(List.of(ResolvedChecks.of(policy, "ana", cost)), ledger, Place.CODE);
    }

    private long used(RateLimitPolicy policy) {
        return 10
                - store.decide(List.of(ResolvedChecks.of(policy, "ana", 0)), false)
                        .results()
                        .get(0)
                        .usages()
                        .get(0)
                        .remaining();
    }

    @Test
    void giveBackOnTheirStatusesOnly() {
        for (int status : new int[] {200, 403, 429}) {
            charge(REFUNDED, 1);
            outcomes.apply(ledger, status);
        }
        assertThat(used(REFUNDED)).isEqualTo(3);
        for (int status : new int[] {404, 500, 503}) {
            charge(REFUNDED, 1);
            outcomes.apply(ledger, status);
        }
        assertThat(used(REFUNDED)).isEqualTo(3);
    }

    @Test
    void clearAllThatWasUsedOnTheirStatusesOnly() {
        charge(CLEARED, 4);
        outcomes.apply(ledger, 401);
        charge(CLEARED, 1);
        assertThat(used(CLEARED)).isEqualTo(5);

        outcomes.apply(ledger, 204);
        assertThat(used(CLEARED)).isZero();
    }

    @Test
    void leaveOtherPoliciesOfTheDecisionAlone() {
        limiter.tryAcquire(
                List.of(
                        ResolvedChecks.of(PLAIN, "ana", 1),
                        ResolvedChecks.of(REFUNDED, "ana", 1),
                        ResolvedChecks.of(CLEARED, "ana", 1)),
                ledger,
                Place.CODE);
        outcomes.apply(ledger, 500);

        assertThat(List.of(used(PLAIN), used(REFUNDED), used(CLEARED))).containsExactly(1L, 0L, 1L);
    }

    @Test
    void meetEachChargeOnce() {
        charge(CLEARED, 1);
        outcomes.apply(ledger, 200);
        limiter.tryAcquire(List.of(ResolvedChecks.of(CLEARED, "ana", 3)), new RequestLedger(), Place.CODE);

        outcomes.apply(ledger, 200);
        assertThat(used(CLEARED)).as("another request's charge").isEqualTo(3);
    }

    @Test
    void countForWatchedPoliciesToo() {
        RateLimitPolicy watched = REFUNDED.withEnforce(false);
        charge(watched, 4);
        outcomes.apply(ledger, 500);

        assertThat(used(watched)).isZero();
    }

    @Test
    void clearNothingForAWatchedKeyThatHadNoRoom() {
        RateLimitPolicy watched = CLEARED.withEnforce(false);
        charge(watched, 10);
        ledger.takePending();
        assertThat(charge(watched, 1).isAllowed()).isTrue();

        outcomes.apply(ledger, 200);
        assertThat(used(watched)).isEqualTo(10);
    }

    @Test
    void doNothingForARefusal() {
        charge(CLEARED, 10);
        ledger.takePending();
        assertThat(charge(CLEARED, 1).isAllowed()).isFalse();

        outcomes.apply(ledger, 200);
        assertThat(used(CLEARED)).isEqualTo(10);
    }

    @Test
    void giveNothingBackThatWasGivenBackAlready() {
        charge(REFUNDED, 5);
        RateLimitDecision decision = charge(REFUNDED, 3);
        limiter.refund(decision);
        outcomes.apply(ledger, 500);

        assertThat(used(REFUNDED)).isZero();
        charge(REFUNDED, 5);
        outcomes.apply(ledger, 500);
        limiter.refund(decision);
        assertThat(used(REFUNDED)).isZero();
    }

    @Test
    void clearRatherThanGiveBackWhereBothMatch() {
        RateLimitPolicy both = CLEARED.withRefundOn(ranges("2xx"));
        charge(both, 2);
        RateLimitDecision decision = charge(both, 1);
        outcomes.apply(ledger, 200);
        assertThat(used(both)).isZero();

        assertThat(((ChargedDecision) decision).takeCharges())
                .as("receipts that were not used")
                .hasSize(1);
    }
}
