package io.github.ratelimit.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.lease.LeasedBudget.Turn;
import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who waits for a renewal, and in what order things may happen to it. */
@Timeout(60)
class LeasedBudgetTests {

    private final ResolvedCheck check =
            ResolvedChecks.of(RateLimitPolicy.of("api", Quota.of("1000/1d")).withLease(50), "ana", 2);

    /** What happens next when the budget looks at its clock: the clock is looked at before permits are taken. */
    private Runnable next = () -> {};

    private final LeasedBudget budget = new LeasedBudget(() -> {
        Runnable now = next;
        next = () -> {};
        now.run();
        return System.nanoTime();
    });

    @Test
    void nobodyWaitsLongerThanItsPatienceWhoHasBeenPutBack() throws Exception {
        assertThat(budget.take(check, 0)).isInstanceOf(Turn.Renew.class);
        CompletableFuture<Turn> served = new CompletableFuture<>();
        Thread waiter = new Thread(() -> served.complete(budget.take(check, TimeUnit.MILLISECONDS.toNanos(500))));
        waiter.setDaemon(true); // should it wait without end
        waiter.start();
        Awaitility.await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);

        // The waiter is out of the queue as another renewal begins, and has lost its patience before it is put back.
        next = () -> {
            assertThat(budget.take(check, 0)).isInstanceOf(Turn.Renew.class);
            Awaitility.await().until(() -> waiter.getState() == Thread.State.RUNNABLE);
        };
        budget.renewed(lease(1));

        assertThat(served.get(10, TimeUnit.SECONDS)).isInstanceOf(Turn.Ask.class);
    }

    /** Somebody has waited for this lease. */
    private void fetchAwaited(Lease first) throws Exception {
        assertThat(budget.take(check, 0)).isInstanceOf(Turn.Renew.class);
        CompletableFuture<Turn> served = new CompletableFuture<>();
        Thread waiter = new Thread(() -> served.complete(budget.take(check, TimeUnit.SECONDS.toNanos(30))));
        waiter.start();
        Awaitility.await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
        assertThat(budget.awaited()).isEqualTo(2);
        assertThat(budget.renewed(first)).isEmpty();
        assertThat(budget.awaited()).isZero();
        assertThat(served.get(10, TimeUnit.SECONDS)).isInstanceOf(Turn.Taken.class);
    }

    private void takeFrom(Lease lease, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(budget.take(check, 0))
                    .isInstanceOfSatisfying(
                            Turn.Taken.class, taken -> assertThat(taken.lease()).isSameAs(lease));
        }
    }

    /** One of 20 permits that somebody has waited for, of which 10 are left: a caller is to renew it. */
    private Lease halfSpent() throws Exception {
        Lease first = lease(20);
        fetchAwaited(first); // and takes 2
        takeFrom(first, 4);
        assertThat(budget.isToBeRenewed()).isTrue();
        return first;
    }

    @Test
    void isRenewedAheadOnceWhereCallersHadToWait() throws Exception {
        Lease first = lease(20);
        Lease second = lease(20);
        fetchAwaited(first); // and takes 2
        takeFrom(first, 3);
        assertThat(budget.isToBeRenewed()).isFalse();

        takeFrom(first, 1);
        assertThat(budget.isToBeRenewed()).isTrue();
        assertThat(budget.isToBeRenewed()).isFalse();
        takeFrom(first, 1);
        assertThat(budget.renewedAhead(second)).isEmpty();

        takeFrom(first, 4); // which ends sooner
        takeFrom(second, 10);
        assertThat(budget.take(check, 0)).isInstanceOf(Turn.Renew.class);
    }

    @Test
    void isNotRenewedAheadWhereNobodyWaits() {
        assertThat(budget.take(check, 0)).isInstanceOf(Turn.Renew.class);
        Lease first = lease(20);
        budget.renewed(first);
        takeFrom(first, 8);

        assertThat(budget.isToBeRenewed()).isFalse();
    }

    @Test
    void isRenewedAheadNoLongerThanThatIsNeeded() throws Exception {
        Lease first = halfSpent();
        Lease second = lease(20);
        budget.renewedAhead(second); // half of the first was still there
        takeFrom(first, 5);
        takeFrom(second, 6);

        assertThat(budget.isToBeRenewed()).isFalse();
    }

    @Test
    void keepsWhatItHasWhereTheStoreHasNoMore() throws Exception {
        Lease first = halfSpent();
        assertThat(budget.renewedAhead(null)).isEmpty();

        takeFrom(first, 5);
        assertThat(budget.isToBeRenewed()).isFalse();
        assertThat(budget.take(check, 0)).isInstanceOf(Turn.Renew.class);
    }

    @Test
    void givesBackAllItHolds() throws Exception {
        halfSpent();
        budget.renewedAhead(lease(20));

        assertThat(budget.sweep(true).unused())
                .extracting(charge -> charge.check().cost())
                .containsExactly(10L, 20L);
    }

    private Lease lease(long permits) {
        Result granted = new Result(
                check.policy(),
                null,
                check.key(),
                check.cost(),
                Outcome.ALLOWED,
                Basis.STORE,
                List.of(),
                null,
                Duration.ZERO,
                List.of(),
                Duration.ZERO);
        return new Lease(
                new Charge(check, Basis.STORE, List.of(0L)),
                granted,
                permits,
                System.nanoTime() + Duration.ofDays(1).toNanos());
    }
}
