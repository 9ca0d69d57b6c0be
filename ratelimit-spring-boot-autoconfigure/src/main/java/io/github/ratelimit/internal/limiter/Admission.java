package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.internal.limiter.RequestLedger.Credit;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the filter and annotated methods ask: decides, and waits for the turn that a leaky bucket gives. Only so many
 * callers wait at once; the next is refused before the store is asked.
 */
public final class Admission {

    private final StoreRateLimiter limiter;
    private final Semaphore seats;

    /**
     * Admits through this limiter.
     *
     * @param maxWaiting callers that may wait at once, over all policies of this instance
     */
    public Admission(StoreRateLimiter limiter, int maxWaiting) {
        this.limiter = limiter;
        this.seats = new Semaphore(maxWaiting);
    }

    /** Finds keys and numbers. */
    public CheckResolver resolver() {
        return limiter.resolver();
    }

    /**
     * Decides all checks together. An allowed decision is given at its turn, and the caller may go on at once.
     *
     * @param ledger of the request that is charged; null outside one
     * @param place where it is asked
     */
    public RateLimitDecision admit(List<ResolvedCheck> checks, @Nullable RequestLedger ledger, Place place) {
        if (!mayAnyWait(checks)) {
            return limiter.tryAcquire(checks, ledger, place);
        }
        if (!seats.tryAcquire()) {
            return refuse(checks, place);
        }
        try {
            RateLimitDecision decision = limiter.tryAcquire(checks, ledger, place);
            await(decision.delay());
            return decision;
        } finally {
            seats.release();
        }
    }

    /**
     * Runs an annotated method that was paid for; some exceptions give permits back, by the policy's name, whether it throws
     * them or the future that it returns ends with them.
     */
    public @Nullable Object run(Payment payment, Execution execution, BiPredicate<String, Throwable> refunds)
            throws Throwable {
        RateLimitDecision decision = payment.decision();
        if (decision != null) {
            limiter.running().enter(decision);
        }
        try {
            Object result = execution.run();
            if (result instanceof CompletionStage<?> later) {
                later.whenComplete((value, failure) -> {
                    if (failure != null) {
                        giveBack(payment, refunds, causeOf(failure));
                    }
                });
            }
            return result;
        } catch (Throwable failure) {
            giveBack(payment, refunds, failure);
            throw failure;
        } finally {
            if (decision != null) {
                limiter.running().leave();
            }
        }
    }

    /** What the future was made of may have wrapped it. */
    private static Throwable causeOf(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    private void giveBack(Payment payment, BiPredicate<String, Throwable> refunds, Throwable failure) {
        Predicate<String> policies = policy -> refunds.test(policy, failure);
        if (payment.decision() != null) {
            limiter.refund(
                    payment.decision(),
                    charge -> policies.test(charge.check().policy().name()));
        }
        for (Credit credit : payment.credits()) {
            if (policies.test(credit.check().policy().name())) {
                limiter.refund(credit.paidBy(), charge -> charge.check().sharesBudgetWith(credit.check()));
            }
        }
    }

    /** A method that runs. */
    @FunctionalInterface
    public interface Execution {

        /** Runs it. */
        @Nullable
        Object run() throws Throwable;
    }

    private static boolean mayAnyWait(List<ResolvedCheck> checks) {
        for (ResolvedCheck check : checks) {
            if (mayWait(check)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mayWait(ResolvedCheck check) {
        return check.numbers().algorithm() == Algorithm.LEAKY_BUCKET
                && !check.numbers().isUnlimited()
                && !check.policy().maxDelay().isZero()
                && check.policy().enforce();
    }

    /** Somebody's turn comes within the longest delay, and frees a seat. */
    private RateLimitDecision refuse(List<ResolvedCheck> checks, Place place) {
        RateLimitDecision decision = new RateLimitDecision(
                Outcome.REFUSED,
                checks.stream()
                        .map(check -> mayWait(check)
                                ? check.undecided(
                                        Outcome.REFUSED,
                                        Basis.LOCAL,
                                        check.policy().maxDelay())
                                : check.undecided(Outcome.ALLOWED, Basis.LOCAL, null))
                        .toList());
        limiter.tell(decision, place);
        return decision;
    }

    private static void await(Duration delay) {
        try {
            TimeUnit.NANOSECONDS.sleep(delay.toNanos());
        } catch (InterruptedException interrupted) {
            Thread.currentThread()
                    .interrupt(); // the permit is taken; who interrupts wants the caller to end, not to wait
        }
    }
}
