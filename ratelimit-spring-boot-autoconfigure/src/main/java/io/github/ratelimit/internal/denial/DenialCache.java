package io.github.ratelimit.internal.denial;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers a list of checks that the shared store has just refused, until its wait ends, and asks the store again once a
 * second. Permits that come back by this process are seen at once, those that come back elsewhere within that second.
 * Bounded: the least useful refusals are forgotten, and the store is asked again.
 */
public final class DenialCache implements RateLimitStore {

    /** About 10,000 lists of one check with a key of ordinary length; the unit is a character of a key. */
    private static final long MOST = 1_000_000;

    private final RateLimitStore store;
    private final LongSupplier nanoClock;
    private final FreedBudgets freed = new FreedBudgets();

    /** Null until something is refused: neither the start nor what passes till then pays for it. */
    private volatile @Nullable Cache<ExactChecks, Denial> denials;

    /** Remembers what this store refuses. */
    public DenialCache(RateLimitStore store, LongSupplier nanoClock) {
        this.store = store;
        this.nanoClock = nanoClock;
    }

    @Override
    public ChargedDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget budget)
            throws StoreFailureException {
        if (!take) {
            return store.decide(checks, false, budget);
        }
        Cache<ExactChecks, Denial> cache = denials;
        Denial known = cache == null ? null : cache.getIfPresent(new ExactChecks(checks));
        long now = nanoClock.getAsLong();
        long version = freed.version(checks);
        if (known != null && known.stands(now, version)) {
            return known.decision(now);
        }
        ChargedDecision decision = store.decide(checks, true, budget);
        if (isDenial(decision)) {
            Denial fresh = new Denial(decision, version, now, nanoClock.getAsLong());
            (cache == null ? firstDenials() : cache).put(ExactChecks.copyOf(checks), fresh);
        } else if (cache != null && known != null) {
            cache.asMap().remove(new ExactChecks(checks), known);
        }
        return decision;
    }

    private synchronized Cache<ExactChecks, Denial> firstDenials() {
        Cache<ExactChecks, Denial> made = denials;
        if (made == null) {
            made = Caffeine.newBuilder()
                    .maximumWeight(MOST)
                    .weigher((ExactChecks checks, Denial denial) -> checks.weight())
                    .executor(Runnable::run) // evicts on the calling thread, a few entries at a time
                    .build();
            denials = made;
        }
        return made;
    }

    /**
     * Whether the store itself has refused, and no check that merely watches has found anything: what it finds must be
     * counted by the store.
     */
    private static boolean isDenial(ChargedDecision decision) {
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
        store.close();
    }

    @Override
    public int localKeys() {
        return store.localKeys();
    }
}
