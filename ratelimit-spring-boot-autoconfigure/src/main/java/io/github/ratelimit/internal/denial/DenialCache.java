package io.github.ratelimit.internal.denial;

import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.RepeatedTask;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.SharedStore;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Answers a list of checks that the shared store has just refused, until its wait ends, and asks the store again once a
 * second, beside the callers or by one of them. Permits that come back by this process are seen at once, those that come
 * back elsewhere within that second.
 */
public final class DenialCache implements RateLimitStore {

    /** Between two looks for what is to be asked again: less than a refusal stands beyond its freshness. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final RateLimitStore store;
    private final LongSupplier nanoClock;
    private final FreedBudgets freed = new FreedBudgets();
    private final Denials denials = new Denials();
    private final DenialRenewal renewal;
    private final RepeatedTask renewing;

    /**
     * Remembers what a store refuses.
     *
     * @param shared what it asks in the end, and what is asked again beside the callers: there a failure is one, whatever
     *     the policies make of it
     */
    public DenialCache(RateLimitStore store, SharedStore shared, LongSupplier nanoClock) {
        this(store, shared, nanoClock, PAUSE);
    }

    DenialCache(RateLimitStore store, SharedStore shared, LongSupplier nanoClock, Duration pause) {
        this.store = store;
        this.nanoClock = nanoClock;
        this.renewal = new DenialRenewal(denials, freed, shared, nanoClock);
        this.renewing = new RepeatedTask("ratelimit-denials", pause, renewal::renew);
    }

    @Override
    public ChargedDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget budget)
            throws StoreFailureException {
        if (!take) {
            return store.decide(checks, false, budget);
        }
        Denial known = denials.find(checks);
        long now = nanoClock.getAsLong();
        long version = freed.version(checks);
        if (known != null && known.stands(now, version)) {
            return known.decision(now);
        }
        ChargedDecision decision = store.decide(checks, true, budget);
        if (Denial.isOf(decision)) {
            remember(checks, new Denial(decision, version, now, nanoClock.getAsLong()));
        } else if (known != null) {
            denials.forget(new ExactChecks(checks), known);
        }
        return decision;
    }

    private void remember(List<ResolvedCheck> checks, Denial denial) {
        ExactChecks kept = ExactChecks.copyOf(checks);
        denials.remember(kept, denial);
        if (renewal.watch(kept, denial)) {
            renewing.start();
        }
    }

    /** Asks again for what is due, as happens by itself after each pause; false when nothing is going to be. */
    boolean renew() {
        return renewal.renew();
    }

    @Override
    public void refund(List<Charge> charges) {
        store.refund(charges);
        charges.forEach(charge -> freed.note(charge.check()));
    }

    @Override
    public void reset(List<ResolvedCheck> checks) throws StoreFailureException {
        try {
            store.reset(checks);
        } finally {
            checks.forEach(freed::note); // also when nobody knows whether the store did it
        }
    }

    @Override
    public void close() {
        renewing.close();
        store.close();
    }

    @Override
    public int localKeys() {
        return store.localKeys();
    }
}
