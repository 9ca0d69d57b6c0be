package io.github.ratelimit.internal.local;

import io.github.ratelimit.internal.limiter.LimitNumbers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Token bucket: at most {@code capacity + rate × t} permits in any stretch of length t. Pure; the same arithmetic as
 * {@code token-bucket.lua}, operation by operation, so that both give the same answers to the last bit.
 *
 * <p>The bucket is kept as what is missing from it (used permits, draining at the rate), so that a raised capacity is
 * free at once and what was used stays used.
 */
final class TokenBucket {

    private TokenBucket() {}

    /**
     * State of one bucket.
     *
     * @param used permits missing at that time
     * @param atMicros when that was written
     */
    record State(double used, long atMicros) implements LimitState {}

    /** Takes the cost from the bucket, if it fits. */
    static Verdict take(@Nullable LimitState read, long now, LimitNumbers limit, long cost) {
        Bucket bucket = Bucket.of(read, now, limit);
        double used = bucket.usedAt(now);
        // What is above a share's capacity passes a full bucket, and leaves it in debt.
        long room = limit.isDebt(cost) ? 0 : limit.capacity() - cost;
        if (cost == 0 || used <= room) {
            return bucket.verdict(true, 0L, used + cost);
        }
        Long wait = cost > limit.largestCost() ? null : bucket.waitFor(room, used);
        return bucket.verdict(false, wait, used);
    }

    /**
     * Gives permits back, at most those of the charge that have not refilled by themselves.
     *
     * @param chargedUntil when the bucket would have been full again after that charge
     * @return null if nothing is there to give back to
     */
    static @Nullable Verdict giveBack(
            @Nullable LimitState read, long now, LimitNumbers limit, long permits, long chargedUntil) {
        if (!(read instanceof State)) {
            return null;
        }
        Bucket bucket = Bucket.of(read, now, limit);
        double missing = Math.max(0, (double) (chargedUntil - now) * limit.count() / limit.periodMicros());
        return bucket.verdict(true, 0L, Math.max(0, bucket.usedAt(now) - Math.min((double) permits, missing)));
    }

    /** Permits missing now. */
    static double used(@Nullable LimitState read, long now, LimitNumbers limit) {
        return Bucket.of(read, now, limit).usedAt(now);
    }

    private record Bucket(LimitNumbers limit, double used, long at, long now, boolean mended) {

        static Bucket of(@Nullable LimitState read, long now, LimitNumbers limit) {
            if (!(read instanceof State state)) {
                return new Bucket(limit, 0, now, now, false);
            }
            boolean fromFuture = state.atMicros() > now;
            double used = Math.min(state.used(), (double) limit.largestCost());
            return new Bucket(limit, used, fromFuture ? now : state.atMicros(), now, fromFuture);
        }

        double usedAt(long time) {
            return Math.max(0, used - (double) (time - at) * limit.count() / limit.periodMicros());
        }

        /** Computed, then checked by the predicate of the retry, since the division rounds. */
        long waitFor(long room, double usedNow) {
            double estimate = Math.ceil((usedNow - room) * limit.periodMicros() / limit.count());
            long wait = Math.max(1, (long) estimate);
            while (usedAt(now + wait) > room) {
                wait++;
            }
            while (wait > 1 && usedAt(now + wait - 1) <= room) {
                wait--;
            }
            return wait;
        }

        Verdict verdict(boolean fits, @Nullable Long wait, double after) {
            long reset = (long) Math.ceil(after * limit.periodMicros() / limit.count());
            while (after > (double) reset * limit.count() / limit.periodMicros()) {
                reset++;
            }
            long remaining = Math.max(0, limit.capacity() - (long) Math.ceil(after));
            return new Verdict(fits, wait, remaining, reset, new State(after, now), reset, mended, List.of(), 0);
        }
    }
}
