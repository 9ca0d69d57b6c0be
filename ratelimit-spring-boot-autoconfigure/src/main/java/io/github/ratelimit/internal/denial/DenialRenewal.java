package io.github.ratelimit.internal.denial;

import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.Lists;
import io.github.ratelimit.internal.limiter.RepeatedTask;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.SharedStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks in the store whether refusals hold that callers are told from memory, many at a time and before a caller has to:
 * however many keys flood, hardly a request of theirs waits for the store. What it does not get to, the next caller asks for.
 */
final class DenialRenewal implements AutoCloseable {

    /** About as many as one script call carries: requests that take permits come in between. */
    private static final int MOST_AT_ONCE = 64;

    private final Denials denials;
    private final FreedBudgets freed;
    private final SharedStore store;
    private final LongSupplier nanoClock;
    private final Queue<Watched> watched = new ConcurrentLinkedQueue<>();
    private final AtomicLong watchedBytes = new AtomicLong();
    private final RepeatedTask task;

    /** In the order in which the store was asked, but for those asked at the same time. */
    private record Watched(ExactChecks checks, Denial denial) {}

    private record Due(ExactChecks checks, Denial denial, long version) {}

    DenialRenewal(Denials denials, FreedBudgets freed, SharedStore store, LongSupplier nanoClock, Duration pause) {
        this.denials = denials;
        this.freed = freed;
        this.store = store;
        this.nanoClock = nanoClock;
        this.task = new RepeatedTask("ratelimit-denials", pause, this::renew);
    }

    /** Renews this refusal when it is due, if a caller was told it by then. */
    void watch(ExactChecks checks, Denial denial) {
        if (denial.outlastsFreshness()
                && watchedBytes.get() < Denials.MOST_BYTES
                && isAnsweredByPeek(checks.checks())) {
            watchedBytes.addAndGet(checks.bytes());
            watched.add(new Watched(checks, denial));
            task.start();
        }
    }

    /** Whether a caller that took permits would be told the same: it neither blocks a key nor has permits of a lease. */
    private static boolean isAnsweredByPeek(List<ResolvedCheck> checks) {
        for (int i = 0; i < checks.size(); i++) {
            ResolvedCheck check = checks.get(i);
            if (!check.policy().block().isEmpty() || check.numbers().lease() > 0) {
                return false;
            }
        }
        return true;
    }

    /** Renews what is due; false when nothing is watched any more. */
    boolean renew() {
        List<Due> due = nextDue();
        while (!due.isEmpty() && renew(due)) { // else each further part would wait for a store that fails
            due = nextDue();
        }
        return !watched.isEmpty();
    }

    /** Some that nobody else asks for from now on. */
    private List<Due> nextDue() {
        List<Due> due = new ArrayList<>();
        long now = nanoClock.getAsLong();
        Watched first = watched.peek();
        while (due.size() < MOST_AT_ONCE && first != null && !first.denial().isFresh(now)) {
            watched.remove();
            watchedBytes.addAndGet(-first.checks().bytes());
            long version = freed.version(first.checks().checks());
            if (denials.holds(first.checks(), first.denial()) && first.denial().isToBeRenewed(now, version)) {
                due.add(new Due(first.checks(), first.denial(), version));
            }
            first = watched.peek();
        }
        return due;
    }

    /** False if the store has failed to tell. */
    private boolean renew(List<Due> due) {
        long askedNanos = nanoClock.getAsLong();
        List<@Nullable ChargedDecision> decisions =
                store.peekAll(Lists.map(due, each -> each.checks().checks()));
        long answeredNanos = nanoClock.getAsLong();
        boolean areAllTold = true;
        for (int i = 0; i < due.size(); i++) {
            Due each = due.get(i);
            ChargedDecision decision = decisions.get(i);
            if (decision == null) {
                areAllTold = false;
            } else if (!Denial.isOf(decision)) {
                denials.forget(each.checks(), each.denial());
            } else {
                Denial fresh = new Denial(decision, each.version(), askedNanos, answeredNanos);
                if (denials.replace(each.checks(), each.denial(), fresh)) {
                    watch(each.checks(), fresh);
                }
            }
        }
        return areAllTold;
    }

    /** Bytes that the refusals take that are to be renewed, about. */
    long watchedBytes() {
        return watchedBytes.get();
    }

    @Override
    public void close() {
        task.close();
    }
}
