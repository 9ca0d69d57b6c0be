package io.github.ratelimit.internal.local;

import io.github.ratelimit.internal.limiter.LimitNumbers;
import org.jspecify.annotations.Nullable;

/**
 * Leaky bucket: permits leave at a steady rate; one that is taken waits for all that were taken before it. Pure; the
 * arithmetic is the token bucket's, as in {@code leaky-bucket.lua}. Nothing is ever given back: who was behind has been
 * told its turn.
 */
final class LeakyBucket {

    private LeakyBucket() {}

    /**
     * State of one bucket.
     *
     * @param bucket what has not left yet
     */
    record State(TokenBucket.State bucket) implements LimitState {}

    /** Takes the cost, if its turn comes soon enough. */
    static Verdict take(@Nullable LimitState read, long now, LimitNumbers limit, long cost) {
        TokenBucket.State bucket = read instanceof State state ? state.bucket : null;
        Verdict verdict = TokenBucket.take(bucket, now, limit, cost);
        double before = TokenBucket.used(bucket, now, limit);
        long delay = verdict.fits() && cost > 0 ? (long) Math.ceil(before * limit.periodMicros() / limit.count()) : 0;
        return verdict.delayed(new State((TokenBucket.State) verdict.state()), delay);
    }
}
