package io.github.ratelimit.internal.denial;

import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.Lists;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.SharedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks in the store whether refusals hold that callers are told from memory, many at a time: however many keys flood,
 * most of their requests do not wait for the store. What it does not get to, or is not told, a caller asks for.
 */
final class DenialRenewal {

    /** Checks of one script call, so that its run stays short. */
    private static final int MOST_AT_ONCE = 64;

    private final Denials denials;
    private final FreedBudgets freed;
    private final SharedStore store;
    private final LongSupplier nanoClock;
    private final Queue<Watched> watched = new ConcurrentLinkedQueue<>();
    private final AtomicLong watchedBytes = new AtomicLong();

    /** In the order of the store's answers: one that took long may come too late to be renewed. */
    private record Watched(ExactChecks checks, Denial denial) {}

    private record Due(ExactChecks checks, Denial denial, long version) {}

    DenialRenewal(Denials denials, FreedBudgets freed, SharedStore store, LongSupplier nanoClock) {
        this.denials = denials;
        this.freed = freed;
        this.store = store;
        this.nanoClock = nanoClock;
    }

    /** Renews this refusal when it is due, if a caller was told it by then. False if it never will be. */
    boolean watch(ExactChecks checks, Denial denial) {
        if (!denial.outlastsFreshness()
                || watchedBytes.get() >= Denials.MOST_BYTES
                || !isAnsweredByPeek(checks.checks())) {
            return false;
        }
        watchedBytes.addAndGet(checks.bytes());
        watched.add(new Watched(checks, denial));
        return true;
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
        int checks = 0;
        long now = nanoClock.getAsLong();
        Watched first = watched.peek();
        while (checks < MOST_AT_ONCE && first != null && !first.denial().isFresh(now)) {
            watched.remove();
            watchedBytes.addAndGet(-first.checks().bytes());
            long version = freed.version(first.checks().checks());
            if (denials.holds(first.checks(), first.denial()) && first.denial().claimRenewal(now, version)) {
                due.add(new Due(first.checks(), first.denial(), version));
                checks += first.checks().checks().size();
            }
            first = watched.peek();
        }
        return due;
    }

    /** False if the store has told nothing. */
    private boolean renew(List<Due> due) {
        long askedNanos = nanoClock.getAsLong();
        List<@Nullable ChargedDecision> decisions =
                store.peekAll(Lists.map(due, each -> each.checks().checks()));
        long answeredNanos = nanoClock.getAsLong();
        boolean isAnyTold = false;
        for (int i = 0; i < due.size(); i++) {
            Due each = due.get(i);
            ChargedDecision decision = decisions.get(i);
            isAnyTold |= decision != null;
            if (decision == null) {
                each.denial().release();
            } else if (!Denial.isOf(decision)) {
                denials.forget(each.checks(), each.denial());
            } else {
                Denial fresh = new Denial(decision, each.version(), askedNanos, answeredNanos);
                if (denials.replace(each.checks(), each.denial(), fresh)) {
                    watch(each.checks(), fresh);
                }
            }
        }
        return isAnyTold;
    }

    /** Bytes that the refusals take that are to be renewed, about. */
    long watchedBytes() {
        return watchedBytes.get();
    }
}
