package io.github.ratelimit.internal.redis;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.redis.RunningDecision.Asked;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.ClusterSlotHashUtil;

/**
 * A decision over several slots. It looks at all first, in parallel, and ends there when one refuses; else it charges slot
 * by slot, and gives back what it took when one refuses after all or fails. The budget of all comes last, since it is the
 * likeliest to refuse after all; behind it only a leaky bucket, whose turn is never given back.
 */
final class SlottedDecision {

    private static final Logger log = LoggerFactory.getLogger(SlottedDecision.class);

    private final PrimaryStores primaries;
    private final Asked asked;
    private final Map<Integer, List<ResolvedCheck>> slots;
    private final Consumer<List<Charge>> giveBack;

    SlottedDecision(
            PrimaryStores primaries,
            Asked asked,
            Map<Integer, List<ResolvedCheck>> slots,
            Consumer<List<Charge>> giveBack) {
        this.primaries = primaries;
        this.asked = asked;
        this.slots = slots;
        this.giveBack = giveBack;
    }

    ChargedDecision decide() throws StoreFailureException {
        Map<Integer, ChargedDecision> decisions = look();
        if (!asked.take()) {
            return together(decisions, List.of());
        }
        if (decisions.values().stream().allMatch(ChargedDecision::isAllowed)) {
            return charge(decisions);
        }
        block(decisions);
        return together(decisions, List.of());
    }

    /** Each is awaited, whatever becomes of the others. */
    private Map<Integer, ChargedDecision> look() throws StoreFailureException {
        Map<Integer, SlotDecision> running = new LinkedHashMap<>();
        slots.forEach((slot, checks) -> running.put(slot, begin(slot, false)));
        Map<Integer, ChargedDecision> decisions = new HashMap<>();
        @Nullable StoreFailureException first = null;
        for (Map.Entry<Integer, SlotDecision> each : running.entrySet()) {
            try {
                decisions.put(each.getKey(), each.getValue().finish());
            } catch (StoreFailureException failure) {
                first = first == null ? failure : first;
            }
        }
        if (first != null) {
            throw first;
        }
        return decisions;
    }

    private SlotDecision begin(int slot, boolean take) {
        return new SlotDecision(primaries, slot, new Asked(at(slots, slot), take, asked.end(), false));
    }

    private ChargedDecision charge(Map<Integer, ChargedDecision> decisions) throws StoreFailureException {
        Map<Integer, ChargedDecision> result = new HashMap<>(decisions);
        List<Charge> charges = new ArrayList<>();
        try {
            for (int slot : inOrder()) {
                ChargedDecision decision = begin(slot, true).finish();
                result.put(slot, decision);
                if (!decision.isAllowed()) {
                    giveBack.accept(charges);
                    return together(result, List.of());
                }
                charges.addAll(decision.takeCharges());
            }
        } catch (StoreFailureException failure) {
            giveBack.accept(charges);
            throw failure;
        }
        return together(result, charges);
    }

    private List<Integer> inOrder() {
        return slots.keySet().stream()
                .sorted(Comparator.comparingInt(this::place))
                .toList();
    }

    private int place(int slot) {
        List<ResolvedCheck> checks = at(slots, slot);
        if (checks.stream().anyMatch(check -> check.numbers().algorithm() == Algorithm.LEAKY_BUCKET)) {
            return 2;
        }
        return checks.stream().anyMatch(check -> check.key().equals("global")) ? 1 : 0;
    }

    /** A look writes no block, so a refusal that begins one is asked for once more; if it passes now, it is given back. */
    private void block(Map<Integer, ChargedDecision> decisions) {
        slots.forEach((slot, checks) -> {
            boolean blocks =
                    checks.stream().anyMatch(check -> !check.policy().block().isEmpty());
            if (blocks && !at(decisions, slot).isAllowed()) {
                block(slot, decisions);
            }
        });
    }

    private void block(int slot, Map<Integer, ChargedDecision> decisions) {
        try {
            ChargedDecision decision = begin(slot, true).finish();
            if (decision.isAllowed()) {
                giveBack.accept(decision.takeCharges());
            } else {
                decisions.put(slot, decision);
            }
        } catch (StoreFailureException failure) {
            log.debug("A block could not be written; the refusal holds all the same", failure);
        }
    }

    /** Each slot is in all these maps. */
    private static <T> T at(Map<Integer, T> bySlot, int slot) {
        return Objects.requireNonNull(bySlot.get(slot));
    }

    /** Results in the order of the checks. */
    private ChargedDecision together(Map<Integer, ChargedDecision> decisions, List<Charge> charges) {
        Map<Integer, Iterator<Result>> results = new HashMap<>();
        decisions.forEach(
                (slot, decision) -> results.put(slot, decision.results().iterator()));
        List<Result> all = new ArrayList<>(asked.checks().size());
        for (ResolvedCheck check : asked.checks()) {
            all.add(at(results, ClusterSlotHashUtil.calculateSlot(check.key())).next());
        }
        boolean allowed = decisions.values().stream().allMatch(ChargedDecision::isAllowed);
        return new ChargedDecision(allowed ? Outcome.ALLOWED : Outcome.REFUSED, all, charges);
    }
}
