package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.Lists;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.SharedStore;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import io.github.ratelimit.internal.redis.RunningDecision.Asked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts in a Redis Cluster. Checks whose keys share a slot are decided by its primary in one round trip; a decision over
 * several slots is a {@link SlottedDecision}. All within one deadline.
 */
public final class ClusterStore implements SharedStore {

    private static final Logger log = LoggerFactory.getLogger(ClusterStore.class);

    private final PrimaryStores primaries;
    private final Duration deadline;

    /**
     * A store over a Cluster.
     *
     * @param keyPrefix what all its keys begin with
     * @param breakers gives each primary its own
     * @param deadline the longest that a request waits
     */
    public ClusterStore(ClusterLinks links, String keyPrefix, StoreBreakers breakers, Duration deadline) {
        this.primaries = new PrimaryStores(links, keyPrefix, breakers, deadline);
        this.deadline = deadline;
    }

    /** Tells how each script call ends. */
    public void onCallEnd(CallListener listener) {
        primaries.onCallEnd(listener);
    }

    @Override
    public ChargedDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget budget)
            throws StoreFailureException {
        long start = System.nanoTime();
        long left = budget.leftNanos(start, deadline);
        if (left == 0) {
            throw new StoreFailureException("the request has waited for Redis long enough");
        }
        try {
            return decide(new Asked(checks, take, new Deadline(start + left), false));
        } finally {
            long now = System.nanoTime();
            budget.spend(now - start, now, deadline);
        }
    }

    private ChargedDecision decide(Asked asked) throws StoreFailureException {
        Map<Integer, List<ResolvedCheck>> slots = Slots.ofChecks(asked.checks());
        if (slots.size() == 1) {
            return new SlotDecision(primaries, slots.keySet().iterator().next(), asked).finish();
        }
        return new SlottedDecision(primaries, asked, slots, this::refund).decide();
    }

    /** Tells nothing of requests over several slots, nor of a slot that has moved. */
    @Override
    public List<@Nullable ChargedDecision> peekAll(List<List<ResolvedCheck>> requests) {
        Map<RedisStore, List<Integer>> placesByPrimary = new LinkedHashMap<>();
        for (int i = 0; i < requests.size(); i++) {
            RedisStore primary = only(requests.get(i));
            if (primary != null) {
                placesByPrimary
                        .computeIfAbsent(primary, first -> new ArrayList<>())
                        .add(i);
            }
        }
        List<@Nullable ChargedDecision> decisions = new ArrayList<>(Collections.nCopies(requests.size(), null));
        placesByPrimary.forEach((primary, places) -> {
            List<@Nullable ChargedDecision> ofPrimary = primary.peekAll(Lists.map(places, requests::get));
            for (int i = 0; i < places.size(); i++) {
                decisions.set(places.get(i), ofPrimary.get(i));
            }
        });
        return decisions;
    }

    /** The primary that counts all of these; null if their slots are several, or it is unknown. */
    private @Nullable RedisStore only(List<ResolvedCheck> checks) {
        Set<Integer> slots = Slots.ofChecks(checks).keySet();
        try {
            return slots.size() == 1 ? primaries.at(slots.iterator().next()) : null;
        } catch (StoreFailureException unknown) {
            return null;
        }
    }

    @Override
    public void refund(List<Charge> charges) {
        Slots.ofCharges(charges).forEach((slot, ofSlot) -> {
            try {
                primaries.at(slot).refund(ofSlot);
            } catch (StoreFailureException nowhere) {
                log.debug("A refund was lost; the permits come back by themselves", nowhere);
            }
        });
    }

    @Override
    public void reset(List<ResolvedCheck> checks) throws StoreFailureException {
        for (Map.Entry<Integer, List<ResolvedCheck>> slot :
                Slots.ofChecks(checks).entrySet()) {
            reset(slot.getKey(), slot.getValue());
        }
    }

    private void reset(int slot, List<ResolvedCheck> checks) throws StoreFailureException {
        try {
            primaries.at(slot).reset(checks);
        } catch (StoreFailureException failure) {
            Redirect redirect = Redirect.in(failure);
            if (redirect == null || redirect.asking()) {
                throw failure;
            }
            primaries.follow(redirect, Deadline.in(deadline)).reset(checks);
        }
    }
}
