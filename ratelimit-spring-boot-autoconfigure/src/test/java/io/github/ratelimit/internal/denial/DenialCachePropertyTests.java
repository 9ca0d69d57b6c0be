package io.github.ratelimit.internal.denial;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;

/** With the cache every answer is the store's own, but for a free elsewhere, which is seen within a second. */
class DenialCachePropertyTests {

    private static final List<ResolvedCheck> BUDGETS = List.of(
            budget(Algorithm.TOKEN_BUCKET, "3/1s", true),
            budget(Algorithm.TOKEN_BUCKET, "2/1m", true),
            budget(Algorithm.FIXED_WINDOW, "3/2s", true),
            budget(Algorithm.SLIDING_WINDOW, "3/2s", true),
            budget(Algorithm.SLIDING_LOG, "2/5s", true),
            budget(Algorithm.TOKEN_BUCKET, "2/3s", false));

    private enum Kind {
        TAKE,
        REFUND_HERE,
        RESET_HERE,
        RESET_ELSEWHERE
    }

    /** After so many microseconds somebody does this with one budget or two. */
    private record Step(long micros, Kind kind, int budget, int second, long cost) {

        List<ResolvedCheck> checks() {
            ResolvedCheck first = BUDGETS.get(budget).withCost(cost);
            return second == budget ? List.of(first) : List.of(first, BUDGETS.get(second));
        }
    }

    private static ResolvedCheck budget(Algorithm algorithm, String limit, boolean enforce) {
        String name = algorithm.name().toLowerCase(Locale.ROOT).replace('_', '-') + limit.replace('/', '-');
        return ResolvedChecks.of(
                RateLimitPolicy.of(name + (enforce ? "" : "-watched"), Quota.of(limit))
                        .withAlgorithm(algorithm)
                        .withEnforce(enforce),
                "ana",
                1);
    }

    @Provide
    Arbitrary<List<Step>> histories() {
        Arbitrary<Long> micros = Arbitraries.frequencyOf(
                Tuple.of(20, Arbitraries.longs().between(0, 20_000)),
                Tuple.of(1, Arbitraries.longs().between(0, 1_200_000)),
                Tuple.of(3, Arbitraries.of(100_000L, 333_334L, 1_000_000L)));
        Arbitrary<Kind> kinds = Arbitraries.frequency(
                Tuple.of(60, Kind.TAKE),
                Tuple.of(1, Kind.REFUND_HERE),
                Tuple.of(1, Kind.RESET_HERE),
                Tuple.of(1, Kind.RESET_ELSEWHERE));
        Arbitrary<Integer> budgets = Arbitraries.integers().between(0, BUDGETS.size() - 1);
        Arbitrary<Boolean> alone = Arbitraries.frequency(Tuple.of(4, true), Tuple.of(1, false));
        Arbitrary<Long> costs = Arbitraries.frequency(Tuple.of(20, 1L), Tuple.of(1, 2L), Tuple.of(1, 4L));
        return Combinators.combine(micros, kinds, budgets, budgets, alone, costs)
                .as((time, kind, budget, second, single, cost) ->
                        new Step(time, kind, budget, single ? budget : second, cost))
                .list()
                .ofMinSize(100)
                .ofMaxSize(300);
    }

    @Property(tries = 1_000)
    void answersAsTheStoreWouldButForFreesElsewhere(@ForAll("histories") List<Step> history)
            throws StoreFailureException {
        WatchedStore store = new WatchedStore();
        List<Charge> charges = new ArrayList<>();
        long now = 0;
        long freedElsewhere = -2_000_000;
        for (Step step : history) {
            now += step.micros();
            store.passNanos(step.micros() * 1_000);
            ResolvedCheck budget = BUDGETS.get(step.budget());
            switch (step.kind()) {
                case TAKE -> {
                    boolean fits = store.decide(step.checks(), false).isAllowed();
                    int asked = store.asked();
                    ChargedDecision decision = store.cache.decide(step.checks(), true);
                    if (decision.isAllowed() != fits) {
                        assertThat(decision.isAllowed()).isFalse();
                        assertThat(now - freedElsewhere).isLessThan(1_000_000);
                    }
                    charges.addAll(decision.takeCharges());
                    Statistics.label("from memory").collect(store.asked() == asked);
                    Statistics.label("late").collect(decision.isAllowed() != fits);
                }
                case REFUND_HERE -> {
                    store.cache.refund(charges);
                    charges.clear();
                }
                case RESET_HERE -> store.cache.reset(List.of(budget));
                case RESET_ELSEWHERE -> {
                    store.reset(List.of(budget));
                    freedElsewhere = now;
                }
            }
        }
    }
}
