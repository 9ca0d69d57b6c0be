package io.github.ratelimit.internal.lease;

import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.YieldingWait;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lease that this process holds of one budget. One caller at a time renews it; the others wait for that, first come,
 * first served, but for those who find permits as they arrive: a thread that runs need not be woken. Without a lock.
 *
 * <p>While somebody waits, somebody renews: whoever ends a renewal, and whoever is served, serves those behind. While a
 * budget is in such demand that callers wait, who finds its lease half spent renews it ahead, and others spend the rest.
 */
final class LeasedBudget {

    /** Each thread woken costs more than many permits taken; those served go on to serve the next. */
    private static final int WOKEN_AT_ONCE = 4;

    private final LongSupplier nanoClock;
    private final YieldingWait yieldingWait;
    private final AtomicBoolean renewing = new AtomicBoolean();
    private final Deque<Waiter> waiting = new ConcurrentLinkedDeque<>();
    private volatile @Nullable Lease lease;

    /** The one before, of which something may be left. */
    private volatile @Nullable Lease earlier;

    /** Whether callers waited for the last renewal, or would have if it had not been ahead. */
    private volatile boolean inDemand;

    private volatile boolean retired;

    LeasedBudget(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.yieldingWait = YieldingWait.ofCrowd(nanoClock);
    }

    /** How a check goes on. */
    sealed interface Turn {

        /**
         * It has taken its cost from a lease.
         *
         * @param behind permits that were left then
         */
        record Taken(Lease lease, ResolvedCheck check, long behind) implements Turn {

            /** The receipt. */
            Charge receipt() {
                return lease.receipt(check.cost(), behind);
            }

            /** Puts it back. False once what was left has been given back: it must follow. */
            boolean putBack() {
                return lease.putBack(check.cost());
            }
        }

        /** It asks the store for a lease, and must say how that ended. */
        record Renew() implements Turn {}

        /** It asks the store for its cost alone. */
        record Ask() implements Turn {}

        /** The budget is held no more; there may be another. */
        record Retired() implements Turn {}
    }

    static final Turn RENEW = new Turn.Renew();
    static final Turn ASK = new Turn.Ask();
    static final Turn RETIRED = new Turn.Retired();

    /**
     * Takes a check's cost.
     *
     * @param patienceNanos how long to wait for a renewal by another caller
     */
    Turn take(ResolvedCheck check, long patienceNanos) {
        Turn taken = spend(check);
        if (taken != null) {
            return taken;
        }
        if (renewing.compareAndSet(false, true)) {
            return RENEW;
        }
        if (retired) {
            return RETIRED;
        }
        return patienceNanos > 0 ? await(new Waiter(check), patienceNanos) : ASK;
    }

    /** What ends sooner is spent first. */
    private Turn.@Nullable Taken spend(ResolvedCheck check) {
        Lease current = lease;
        if (current == null) {
            return null;
        }
        long now = nanoClock.getAsLong();
        Lease before = earlier;
        Turn.Taken taken = before == null ? null : before.take(check, now);
        return taken == null ? current.take(check, now) : taken;
    }

    /** Whether the caller, who has what it needs, must ask the store for the next lease, and say how that ended. */
    boolean isToBeRenewed() {
        Lease current = lease;
        return inDemand
                && current != null
                && !renewing.get()
                && current.isToBeFollowed()
                && renewing.compareAndSet(false, true);
    }

    /** Permits that callers wait for. Until the next lease is there, others will have spent what is left of this one. */
    long awaited() {
        long awaited = 0;
        for (Waiter waiter : waiting) {
            awaited += waiter.check.cost();
        }
        return awaited;
    }

    private Turn await(Waiter waiter, long patienceNanos) {
        waiting.addLast(waiter);
        if (retired) {
            return leave(waiter, RETIRED);
        }
        if (!renewing.get()) {
            serve(1); // the renewal ended meanwhile
        }
        yieldingWait.await(waiter::isServed);
        Turn turn = waiter.await(patienceNanos, nanoClock);
        if (turn == null) {
            turn = leave(waiter, ASK);
        }
        if (turn instanceof Turn.Taken) {
            serve(1);
        }
        return turn;
    }

    /** Waits no more, unless it has been served. Whoever took it out of the queue is about to serve it or to put it back. */
    private Turn leave(Waiter waiter, Turn unserved) {
        Turn served = waiter.turn;
        while (served == null) {
            if (waiting.remove(waiter)) {
                return unserved;
            }
            Thread.onSpinWait();
            served = waiter.turn;
        }
        return served;
    }

    /** Serves those that wait longest: with permits, or the first of them with the task to renew. */
    private void serve(int most) {
        int served = 0;
        while (served < most) {
            Waiter next = waiting.pollFirst();
            if (next == null) {
                return;
            }
            Turn turn = spend(next.check);
            if (turn != null) {
                next.serve(turn);
                served++;
            } else if (renewing.compareAndSet(false, true)) {
                next.serve(RENEW);
                return;
            } else if (retired) {
                next.serve(RETIRED);
            } else {
                waiting.addFirst(next);
                if (renewing.get() && !retired) {
                    return; // and its end serves
                }
            }
        }
    }

    /**
     * Ends a renewal by a caller that needed it.
     *
     * @param fresh null if there is none: those who wait ask the store themselves
     * @return what is left of the leases before, to be given back
     */
    List<Charge> renewed(@Nullable Lease fresh) {
        boolean waitedFor = !waiting.isEmpty();
        List<Charge> unused = unused(earlier, lease);
        earlier = null;
        lease = fresh;
        if (fresh == null) {
            tellAll(ASK);
        }
        end(waitedFor);
        return unused;
    }

    /**
     * Ends a renewal by a caller that had found what it needed. What is left of the lease before is spent first.
     *
     * @param fresh null if there is none: those who wait ask the store themselves
     * @return what is left of the lease before that one, to be given back
     */
    List<Charge> renewedAhead(@Nullable Lease fresh) {
        Lease before = lease;
        boolean waitedFor = !waiting.isEmpty() || before == null || before.isNearlySpent();
        List<Charge> unused = List.of();
        if (fresh == null) {
            tellAll(ASK);
        } else {
            unused = unused(earlier);
            earlier = before;
            lease = fresh;
        }
        end(waitedFor);
        return unused;
    }

    private void end(boolean waitedFor) {
        inDemand = waitedFor;
        renewing.set(false);
        serve(WOKEN_AT_ONCE);
    }

    private void tellAll(Turn turn) {
        for (Waiter next = waiting.pollFirst(); next != null; next = waiting.pollFirst()) {
            next.serve(turn);
        }
    }

    private static List<Charge> unused(@Nullable Lease... ended) {
        List<Charge> unused = new ArrayList<>(ended.length);
        for (Lease each : ended) {
            Charge left = each == null ? null : each.end();
            if (left != null) {
                unused.add(left);
            }
        }
        return unused;
    }

    /** Ends a lease that is over, and the whole if nobody renews it. */
    Swept sweep(boolean now) {
        Lease held = lease;
        if (held != null && !now && !held.isOver(nanoClock.getAsLong())) {
            return Swept.NOTHING;
        }
        if (!renewing.compareAndSet(false, true)) {
            return Swept.NOTHING; // which ends it
        }
        retired = true;
        List<Charge> unused = unused(earlier, lease);
        earlier = null;
        lease = null;
        tellAll(RETIRED);
        return new Swept(true, unused);
    }

    /**
     * What a sweep came to.
     *
     * @param retired whether the budget is held no more
     * @param unused to be given back
     */
    record Swept(boolean retired, List<Charge> unused) {

        static final Swept NOTHING = new Swept(false, List.of());
    }

    /** A caller that waits. */
    private static final class Waiter {

        private final ResolvedCheck check;
        private final Thread thread = Thread.currentThread();
        private volatile @Nullable Turn turn;

        Waiter(ResolvedCheck check) {
            this.check = check;
        }

        void serve(Turn served) {
            turn = served;
            LockSupport.unpark(thread);
        }

        boolean isServed() {
            return turn != null;
        }

        /** Null if it was not served in time, or is interrupted. */
        @Nullable
        Turn await(long patienceNanos, LongSupplier nanoClock) {
            long end = nanoClock.getAsLong() + patienceNanos;
            for (long left = patienceNanos; turn == null && left > 0; left = end - nanoClock.getAsLong()) {
                if (thread.isInterrupted()) {
                    return turn;
                }
                LockSupport.parkNanos(this, left);
            }
            return turn;
        }
    }
}
