package io.github.ratelimit.internal.redis;

import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.CheckAnswer;
import io.github.ratelimit.internal.limiter.CheckAnswer.LimitAnswer;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the flat list that {@code decide.lua} answers with. */
final class ScriptReply {

    private static final long REFUSED = 0;
    private static final long ALLOWED = 1;
    private static final long BOUNDARIES = 2;
    private static final long ERROR = 3;

    private final List<?> values;
    private final long nowMicros;
    private int next;

    ScriptReply(List<?> values) throws StoreFailureException {
        this.values = values;
        this.nowMicros = number();
    }

    /** Redis's time when the script ran, in µs. */
    long nowMicros() {
        return nowMicros;
    }

    /** Whether the call ran after its not-after, and so decided nothing. */
    boolean isTooLate() throws StoreFailureException {
        return number() == 0;
    }

    /**
     * The next request's decision.
     *
     * @return null if Redis's time was outside the calendar boundaries sent
     * @throws StoreFailureException if the script could not decide it, or answered something else
     */
    @Nullable
    ChargedDecision decision(List<ResolvedCheck> checks, boolean take) throws StoreFailureException {
        long verdict = number();
        if (verdict == BOUNDARIES) {
            return null;
        }
        if (verdict == ERROR) {
            throw new StoreFailureException("Redis answered " + text());
        }
        if (verdict != ALLOWED && verdict != REFUSED) {
            throw malformed();
        }
        boolean allowed = verdict == ALLOWED;
        List<CheckAnswer> answers = new ArrayList<>(checks.size());
        for (ResolvedCheck check : checks) {
            answers.add(answer(check, allowed && take));
        }
        return CheckAnswer.decision(allowed, Basis.STORE, answers);
    }

    private CheckAnswer answer(ResolvedCheck check, boolean taken) throws StoreFailureException {
        boolean fits = number() == 1;
        Long wait = orNever(number());
        number(); // granted: the cost, as nothing asks for more
        List<Integer> alerts = alerts(check, number());
        long delay = number();
        long blocked = check.policy().block().isEmpty() ? 0 : number();
        List<LimitAnswer> limits = new ArrayList<>(check.numbers().limits().size());
        for (int i = 0; i < check.numbers().limits().size(); i++) {
            long remaining = number();
            long reset = number();
            limits.add(new LimitAnswer(
                    remaining, reset, orNever(number()), check.numbers().chargedUntil(i, nowMicros, reset)));
        }
        return new CheckAnswer(check, fits, taken && fits, wait, delay, blocked, limits, alerts);
    }

    private static List<Integer> alerts(ResolvedCheck check, long mask) {
        if (mask == 0) {
            return List.of();
        }
        List<Integer> levels = check.policy().alertAt();
        List<Integer> reached = new ArrayList<>();
        for (int i = 0; i < levels.size(); i++) {
            if (((mask >> i) & 1) == 1) {
                reached.add(levels.get(i));
            }
        }
        return reached;
    }

    private static @Nullable Long orNever(long wait) {
        return wait < 0 ? null : wait;
    }

    private long number() throws StoreFailureException {
        if (next < values.size() && values.get(next) instanceof Long number) {
            next++;
            return number;
        }
        throw malformed();
    }

    private String text() throws StoreFailureException {
        if (next < values.size() && values.get(next) instanceof byte[] text) {
            next++;
            return new String(text, StandardCharsets.UTF_8);
        }
        throw malformed();
    }

    private StoreFailureException malformed() {
        return new StoreFailureException("Redis answered something else than the script's reply, at place " + next);
    }
}
