package io.github.ratelimit.internal.denial;

import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.SharedStore;
import io.github.ratelimit.internal.limiter.WaitBudget;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A store that counts how often it is asked, on a clock that the test moves, with a cache in front of it. */
final class WatchedStore implements SharedStore {

    /** Soon overflows, as a real clock may. */
    private static final long START = Long.MAX_VALUE - 2_000_000_000;

    private final AtomicLong nanos = new AtomicLong(START);
    private final AtomicInteger asked = new AtomicInteger();
    private final LocalStore counts = new LocalStore(1_000_000, new LocalClock() {
        @Override
        public long monotonicMicros() {
            return (nanos.get() - START) / 1_000 + 1_000_000;
        }

        @Override
        public long wallMicros() {
            return monotonicMicros();
        }
    });

    volatile Basis basis = Basis.STORE;
    volatile Runnable onItsWayBack = () -> {};

    /** How many requests of how many calls it looked at. */
    final List<Integer> peeked = new CopyOnWriteArrayList<>();

    /** Whether it can be looked at. */
    volatile boolean tells = true;

    /** Asks beside the callers when the test says so only. */
    final DenialCache cache = new DenialCache(this, this, nanos::get, Duration.ofDays(1));

    void passMillis(long millis) {
        passNanos(millis * 1_000_000);
    }

    void passNanos(long passed) {
        nanos.addAndGet(passed);
    }

    /** How often it was asked to take permits. */
    int asked() {
        return asked.get();
    }

    @Override
    public ChargedDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget budget) {
        asked.addAndGet(take ? 1 : 0);
        ChargedDecision decision = counts.decide(checks, take);
        onItsWayBack.run();
        return new ChargedDecision(
                decision.outcome(),
                decision.results().stream().map(this::byTheStore).toList(),
                decision.takeCharges());
    }

    @Override
    public List<@Nullable ChargedDecision> peekAll(List<List<ResolvedCheck>> requests) {
        peeked.add(requests.size());
        List<@Nullable ChargedDecision> decisions = new ArrayList<>();
        for (List<ResolvedCheck> checks : requests) {
            decisions.add(tells ? decide(checks, false, new WaitBudget()) : null);
        }
        return decisions;
    }

    private Result byTheStore(Result result) {
        return new Result(
                result.policy(),
                result.plan(),
                result.key(),
                result.cost(),
                result.outcome(),
                basis,
                result.usages(),
                result.retryAfter(),
                result.delay(),
                result.alerts(),
                result.blockedFor());
    }

    @Override
    public void refund(List<Charge> charges) {
        counts.refund(charges);
    }

    @Override
    public void reset(List<ResolvedCheck> checks) {
        counts.reset(checks);
    }
}
