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
