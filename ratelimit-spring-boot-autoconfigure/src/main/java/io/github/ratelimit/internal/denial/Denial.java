package io.github.ratelimit.internal.denial;

import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A refusal that the store gave, and until when it stands in for the store. Times are nanoseconds of one clock that never
 * goes back. The wait is counted from before the store was asked, so that nobody is refused from memory after it; what
 * callers are told is counted from its answer, so that nobody comes back too early.
 */
final class Denial {

    /** The store is asked again after this at the latest. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** While one caller asks again, the others are refused for this long at most. */
    private static final long RENEWAL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** A decision counted down so long ago is counted down anew; up to then the wait told is longer by less than this. */
    private static final long TOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ChargedDecision decision;
    private final long version;
    private final long askedNanos;
    private final long answeredNanos;
    private final long waitNanos;
    private final AtomicBoolean renewed = new AtomicBoolean();
    private volatile @Nullable Told told;

    private record Told(ChargedDecision decision, long atNanos) {}

    /**
     * Remembers a refusal.
     *
     * @param version of its budgets, read before the store was asked
     * @param askedNanos before the store was asked
     * @param answeredNanos when it had answered
     */
    Denial(ChargedDecision decision, long version, long askedNanos, long answeredNanos) {
        this.decision = decision;
        this.version = version;
        this.askedNanos = askedNanos;
        this.waitNanos = decision.retryAfter().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        this.answeredNanos = answeredNanos;
    }

    /**
     * Whether the store itself has refused, and no check that merely watches has found anything: what it finds must be
     * counted by the store.
     */
    static boolean isOf(ChargedDecision decision) {
        if (decision.outcome() != Outcome.REFUSED) {
            return false;
        }
        for (Result result : decision.results()) {
            boolean watched =
                    result.outcome() != Outcome.ALLOWED && !result.policy().enforce();
            boolean known = result.basis() == Basis.STORE || result.basis() == Basis.LEASE; // which refuses nothing
            if (!known || watched) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether a caller is refused without the store. Past its freshness one caller asks the store again, and is told no
     * here; it is the only one for a while.
     */
    boolean stands(long nowNanos, long versionNow) {
        return holds(nowNanos, versionNow) && (isFresh(nowNanos) || !renewed.compareAndSet(false, true));
    }

    private boolean holds(long nowNanos, long versionNow) {
        long age = nowNanos - askedNanos;
        return version == versionNow && age < waitNanos && age < FRESH_NANOS + RENEWAL_NANOS;
    }

    /** Whether the store need not be asked yet. */
    boolean isFresh(long nowNanos) {
        return nowNanos - askedNanos < FRESH_NANOS;
    }

    /** Whether its wait is longer than it is fresh. */
    boolean outlastsFreshness() {
        return waitNanos > FRESH_NANOS;
    }

    /** If a caller was told it: true for one asker, who asks the store again or {@linkplain #release leaves it to others}. */
    boolean claimRenewal(long nowNanos, long versionNow) {
        return told != null && holds(nowNanos, versionNow) && !isFresh(nowNanos) && renewed.compareAndSet(false, true);
    }

    /** The store did not tell whoever was to ask it again. */
    void release() {
        renewed.set(false);
    }

    /** The refusal as it is to be told now. */
    ChargedDecision decision(long nowNanos) {
        Told last = told;
        if (last == null || nowNanos - last.atNanos >= TOLD_NANOS) {
            last = new Told(CountedDown.of(decision, nowNanos - answeredNanos), nowNanos);
            told = last;
        }
        return last.decision;
    }
}
