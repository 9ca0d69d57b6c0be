package io.github.ratelimit.internal.local;

import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.CalendarDay;
import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.CheckAnswer;
import io.github.ratelimit.internal.limiter.CheckAnswer.LimitAnswer;
import io.github.ratelimit.internal.limiter.LimitNumbers;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.WaitBudget;
import io.github.ratelimit.internal.local.Cells.Cell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts in this process. Decides as the script does: all checks of a decision together, all or nothing. It locks the
 * decision's cells for about a microsecond, in one order, and never over I/O.
 */
public final class LocalStore implements RateLimitStore {

    private final Cells cells;
    private final LocalClock clock;

    /**
     * A store of its own.
     *
     * @param maxKeys as many cells are kept; new keys of a policy then share one
     */
    public LocalStore(int maxKeys, LocalClock clock) {
        this.cells = new Cells(maxKeys);
        this.clock = clock;
    }

    @Override
    public ChargedDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget neverWaits) {
        return decide(checks, take);
    }

    @Override
    public ChargedDecision decide(List<ResolvedCheck> checks, boolean take) {
        return cells.locked(checks, clock.monotonicMicros(), locked -> decideLocked(checks, locked, take));
    }

    private ChargedDecision decideLocked(List<ResolvedCheck> checks, List<List<Cell>> cellsOf, boolean take) {
        Now now = Now.of(clock);
        List<Asked> asked = new ArrayList<>(checks.size());
        boolean allowed = true;
        for (int i = 0; i < checks.size(); i++) {
            ResolvedCheck check = checks.get(i);
            List<Verdict> verdicts = run(check, cellsOf.get(i), now, check.cost());
            Asked answer = new Asked(check, verdicts, block(check, cellsOf.get(i), verdicts, take, now));
            asked.add(answer);
            allowed &= answer.fits() || !check.policy().enforce();
            if (answer.fits() && take && check.cost() > 0) {
                note(verdicts, cellsOf.get(i), now);
            }
        }
        boolean commit = allowed;
        cellsOf.forEach(ofCheck -> ofCheck.forEach(cell -> cell.settle(commit)));
        List<CheckAnswer> answers = new ArrayList<>(checks.size());
        for (int i = 0; i < checks.size(); i++) {
            boolean charged = allowed && take && asked.get(i).fits();
            answers.add(answer(asked.get(i), cellsOf.get(i), charged, take, now));
        }
        return CheckAnswer.decision(allowed, Basis.LOCAL, answers);
    }

    @Override
    public void refund(List<Charge> charges) {
        for (Charge charge : charges) {
            cells.locked(List.of(charge.check()), clock.monotonicMicros(), locked -> {
                Now now = Now.of(clock);
                List<Cell> ofCheck = locked.get(0);
                for (int i = 0; i < charge.untilMicros().size(); i++) {
                    Cell cell = ofCheck.get(i);
                    Verdict verdict = giveBack(
                            charge.check(), cell, i, now, charge.untilMicros().get(i));
                    if (verdict != null) {
                        keep(cell, verdict, now);
                    }
                }
                return true;
            });
        }
    }

    @Override
    public void reset(List<ResolvedCheck> checks) {
        cells.locked(checks, clock.monotonicMicros(), locked -> {
            // One key's reset gives nobody else's permits back.
            locked.stream()
                    .flatMap(List::stream)
                    .filter(cell -> !cell.isShared())
                    .forEach(Cell::clear);
            return true;
        });
    }

    @Override
    public int localKeys() {
        return cells.size();
    }

    private static List<Verdict> run(ResolvedCheck check, List<Cell> cells, Now now, long cost) {
        List<LimitNumbers> limits = check.numbers().limits();
        List<Verdict> verdicts = new ArrayList<>(limits.size());
        for (int i = 0; i < limits.size(); i++) {
            verdicts.add(run(check, limits.get(i), cells.get(i).state(), now, cost));
        }
        return verdicts;
    }

    private static Verdict run(
            ResolvedCheck check, LimitNumbers limit, @Nullable LimitState state, Now now, long cost) {
        long time = now.of(limit);
        return switch (check.numbers().algorithm()) {
            case TOKEN_BUCKET -> TokenBucket.take(state, time, limit, cost);
            case FIXED_WINDOW ->
                Debt.take(state, time, limit, cost, part -> {
                    List<Integer> levels =
                            part == 0 ? List.of() : check.policy().alertAt();
                    return FixedWindow.take(state, time, limit, day(check.policy(), limit, now), levels, part);
                });
            case SLIDING_WINDOW ->
                Debt.take(state, time, limit, cost, part -> SlidingWindow.take(state, time, limit, part));
            case SLIDING_LOG -> Debt.take(state, time, limit, cost, part -> SlidingLog.take(state, time, limit, part));
            case LEAKY_BUCKET -> LeakyBucket.take(state, time, limit, cost);
        };
    }

    private static @Nullable Verdict giveBack(ResolvedCheck check, Cell cell, int index, Now now, long until) {
        LimitNumbers limit = check.numbers().limits().get(index);
        LimitState state = cell.state();
        long time = now.of(limit);
        if (state instanceof Debt debt) {
            return debt.giveBack(until);
        }
        return switch (check.numbers().algorithm()) {
            case TOKEN_BUCKET -> TokenBucket.giveBack(state, time, limit, check.cost(), until);
            case FIXED_WINDOW ->
                FixedWindow.giveBack(state, time, limit, day(check.policy(), limit, now), check.cost(), until);
            case SLIDING_WINDOW -> SlidingWindow.giveBack(state, time, limit, check.cost(), until);
            case SLIDING_LOG -> SlidingLog.giveBack(state, time, limit, check.cost(), until);
            case LEAKY_BUCKET -> null;
        };
    }

    private static @Nullable CalendarDay day(RateLimitPolicy policy, LimitNumbers limit, Now now) {
        return limit.calendar() ? CalendarDay.around(now.wallMicros(), Objects.requireNonNull(policy.zone())) : null;
    }

    private static void note(List<Verdict> verdicts, List<Cell> cells, Now now) {
        for (int i = 0; i < verdicts.size(); i++) {
            Verdict verdict = verdicts.get(i);
            cells.get(i).note(verdict.state(), now.monotonicMicros() + verdict.expiryMicros());
        }
    }

    private static void keep(Cell cell, Verdict verdict, Now now) {
        if (verdict.expiryMicros() == 0) {
            cell.clear();
        } else {
            cell.keep(verdict.state(), now.monotonicMicros() + verdict.expiryMicros());
        }
    }

    /** What is shown of a check that was not charged, and the mending of its state, is without its cost. */
    private static CheckAnswer answer(Asked asked, List<Cell> cells, boolean charged, boolean take, Now now) {
        ResolvedCheck check = asked.check();
        List<Verdict> shown = charged ? asked.verdicts() : run(check, cells, now, 0);
        List<LimitAnswer> limits = new ArrayList<>(shown.size());
        for (int i = 0; i < shown.size(); i++) {
            Verdict verdict = shown.get(i);
            if (take && verdict.mended() && (!charged || check.cost() == 0)) {
                keep(cells.get(i), verdict, now);
            }
            LimitNumbers numbers = check.numbers().limits().get(i);
            limits.add(LimitAnswer.of(
                    numbers,
                    verdict.remaining(),
                    verdict.resetMicros(),
                    asked.verdicts().get(i).waitMicros(),
                    chargedUntil(check, numbers, verdict, now)));
        }
        return new CheckAnswer(
                check,
                asked.fits(),
                charged,
                check.cost(),
                asked.waitMicros(),
                asked.delayMicros(),
                asked.block().blockedMicros(),
                limits,
                charged ? asked.alerts() : List.of());
    }

    private static long chargedUntil(ResolvedCheck check, LimitNumbers limit, Verdict verdict, Now now) {
        return verdict.state() instanceof Debt debt
                ? debt.untilMicros()
                : check.numbers().chargedUntil(limit, now.of(limit), verdict.resetMicros());
    }

    /** Starts a block or tells of a running one. A cell that many keys share blocks nobody: all would pay for one. */
    private static BlockLadder.Verdict block(
            ResolvedCheck check, List<Cell> cells, List<Verdict> verdicts, boolean take, Now now) {
        List<Duration> steps = check.policy().block();
        if (steps.isEmpty() || cells.stream().anyMatch(Cell::isShared)) {
            return BlockLadder.NONE;
        }
        Cell cell = cells.get(cells.size() - 1);
        long time = now.monotonicMicros();
        BlockLadder.Verdict block = BlockLadder.apply(cell.state(), time, steps, Asked.isRefused(verdicts));
        if (take && block.state() != null) {
            cell.keep(block.state(), time + block.expiryMicros());
        }
        return block;
    }

    /**
     * One time for a whole decision.
     *
     * @param monotonicMicros for everything but calendar windows
     * @param wallMicros for calendar windows
     */
    private record Now(long monotonicMicros, long wallMicros) {

        static Now of(LocalClock clock) {
            return new Now(clock.monotonicMicros(), clock.wallMicros());
        }

        long of(LimitNumbers limit) {
            return limit.calendar() ? wallMicros : monotonicMicros;
        }
    }
}
