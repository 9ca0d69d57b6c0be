package io.github.ratelimit.internal.redis;

import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.CheckAnswer;
import io.github.ratelimit.internal.limiter.CheckAnswer.LimitAnswer;
import io.github.ratelimit.internal.limiter.LimitNumbers;
import io.github.ratelimit.internal.limiter.Lists;
import io.github.ratelimit.internal.limiter.PlanNumbers;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code decide.lua} says of one request of a call.
 *
 * @param verdict whether it was decided, and how
 * @param error the store's text if it could not be
 * @param values where the answers to its checks begin
 * @param nowMicros Redis's time, in µs
 */
record RequestReply(Verdict verdict, @Nullable String error, ReplyCursor values, long nowMicros) {

    private static final int FIELDS_OF_A_CHECK = 5;
    private static final int FIELDS_OF_A_LIMIT = 3;
    private static final int FIELDS_OF_A_BUCKET = FIELDS_OF_A_CHECK + FIELDS_OF_A_LIMIT;
    private static final int FIELDS_OF_A_BUCKET_TAKEN_FROM = 2;

    /** What the script's first number says. */
    enum Verdict {
        REFUSED,
        ALLOWED,
        OTHER_BOUNDARIES,
        ERROR,
        /** {@code buckets.lua} has taken from all buckets. */
        TAKEN_FROM_BUCKETS
    }

    /** How many values the answers to these checks have. */
    static int fields(List<ResolvedCheck> checks) {
        int fields = 0;
        for (int i = 0; i < checks.size(); i++) {
            ResolvedCheck check = checks.get(i);
            fields += fields(1, check.numbers().limits().size())
                    + (check.policy().block().isEmpty() ? 0 : 1);
        }
        return fields;
    }

    static int fields(int checks, int limits) {
        return checks * FIELDS_OF_A_CHECK + limits * FIELDS_OF_A_LIMIT;
    }

    /** Reads how a reply begins. The answers to its checks are left to be read later, or skipped. */
    static RequestReply at(ReplyCursor cursor, long nowMicros) throws StoreFailureException {
        Verdict verdict = verdict(cursor);
        String error = verdict == Verdict.ERROR ? cursor.text() : null;
        return new RequestReply(verdict, error, cursor.here(), nowMicros);
    }

    private static Verdict verdict(ReplyCursor cursor) throws StoreFailureException {
        long number = cursor.number();
        if (number == 0) {
            return Verdict.REFUSED;
        } else if (number == 1) {
            return Verdict.ALLOWED;
        } else if (number == 2) {
            return Verdict.OTHER_BOUNDARIES;
        } else if (number == 3) {
            return Verdict.ERROR;
        } else if (number == 4) {
            return Verdict.TAKEN_FROM_BUCKETS;
        }
        throw cursor.malformed();
    }

    /** How many values follow. */
    int length(int fields) {
        return switch (verdict) {
            case REFUSED, ALLOWED -> fields;
            case TAKEN_FROM_BUCKETS -> fields / FIELDS_OF_A_BUCKET * FIELDS_OF_A_BUCKET_TAKEN_FROM;
            case OTHER_BOUNDARIES, ERROR -> 0;
        };
    }

    /**
     * The decision. Read once.
     *
     * @return null if Redis's time was outside the calendar boundaries sent
     * @throws StoreFailureException if the script could not decide it, or answered something else
     */
    @Nullable
    ChargedDecision decision(List<ResolvedCheck> checks, boolean take) throws StoreFailureException {
        if (verdict == Verdict.OTHER_BOUNDARIES) {
            return null;
        }
        if (error != null) {
            throw new StoreFailureException("Redis answered " + error);
        }
        if (verdict == Verdict.TAKEN_FROM_BUCKETS) {
            return CheckAnswer.decision(true, Basis.STORE, Lists.map(checks, this::taken));
        }
        boolean allowed = verdict == Verdict.ALLOWED;
        return CheckAnswer.decision(allowed, Basis.STORE, Lists.map(checks, check -> answer(check, allowed && take)));
    }

    private CheckAnswer answer(ResolvedCheck check, boolean taken) throws StoreFailureException {
        boolean fits = values.number() == 1;
        Long wait = orNever(values.number());
        long granted = values.number();
        List<Integer> alerts = alerts(check, values.number());
        long delay = values.number();
        long blocked = check.policy().block().isEmpty() ? 0 : values.number();
        List<LimitAnswer> limits = Lists.map(check.numbers().limits(), limit -> answer(check.numbers(), limit));
        return new CheckAnswer(check, fits, taken && fits, granted, wait, delay, blocked, limits, alerts);
    }

    private CheckAnswer taken(ResolvedCheck check) throws StoreFailureException {
        List<LimitAnswer> limits = Lists.map(check.numbers().limits(), limit -> taken(check.numbers(), limit));
        return new CheckAnswer(check, true, true, check.cost(), 0L, 0, 0, limits, List.of());
    }

    private LimitAnswer taken(PlanNumbers numbers, LimitNumbers limit) throws StoreFailureException {
        long remaining = values.number();
        long reset = values.number();
        return LimitAnswer.of(limit, remaining, reset, 0L, numbers.chargedUntil(limit, nowMicros, reset));
    }

    private LimitAnswer answer(PlanNumbers numbers, LimitNumbers limit) throws StoreFailureException {
        long remaining = values.number();
        long reset = values.number();
        return LimitAnswer.of(
                limit, remaining, reset, orNever(values.number()), numbers.chargedUntil(limit, nowMicros, reset));
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
}
