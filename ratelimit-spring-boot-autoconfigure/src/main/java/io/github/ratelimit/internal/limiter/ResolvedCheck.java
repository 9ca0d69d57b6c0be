package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.InvalidRateLimitCheckException;
import io.github.ratelimit.Limit;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.KeyEncoder;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A check with everything known that a store needs.
 *
 * @param active whose budget
 * @param numbers the numbers that hold for this key
 * @param key the key as stores know it; unique within the policy
 * @param cost permits asked for
 * @param takeUpTo how many more may be taken; null: none
 */
public record ResolvedCheck(
        ActivePolicy active,
        PlanNumbers numbers,
        String key,
        long cost,
        @Nullable TakeUpTo takeUpTo) {

    /**
     * What is taken beyond the cost, if there is more.
     *
     * @param permits at most, the cost included
     * @param part at most what is left divided by this
     */
    public record TakeUpTo(long permits, int part) {}

    /** A check that takes its cost. */
    public ResolvedCheck(ActivePolicy active, PlanNumbers numbers, String key, long cost) {
        this(active, numbers, key, cost, null);
    }

    /** The policy in the version that the numbers are of, whatever has changed since. */
    public RateLimitPolicy policy() {
        return numbers.policy();
    }

    /** Whether the key stands in for the client's own: of a second alternative, or the address of who had no key. */
    boolean isFallback() {
        return KeyEncoder.hasKind(key);
    }

    /** Whether both take from one budget. */
    public boolean sharesBudgetWith(ResolvedCheck other) {
        return active == other.active && key.equals(other.key);
    }

    /** The same check for another cost. */
    public ResolvedCheck withCost(long newCost) {
        return new ResolvedCheck(active, numbers, key, newCost);
    }

    /** The same check that takes more when there is more. */
    public ResolvedCheck takingUpTo(TakeUpTo more) {
        return new ResolvedCheck(active, numbers, key, cost, more);
    }

    ResolvedCheck plus(ResolvedCheck other) {
        long sum = cost + other.cost;
        if (sum > Limit.MAX_COUNT) {
            throw new InvalidRateLimitCheckException(
                    active.name(), "policy '" + active.name() + "': the costs add up to more than 1,000,000,000");
        }
        return withCost(sum);
    }

    /** The result of a check that no store has decided. */
    Result undecided(Outcome outcome, Basis basis, @Nullable Duration retryAfter) {
        return new Result(
                policy(),
                numbers.plan(),
                key,
                cost,
                outcome,
                basis,
                List.of(),
                retryAfter,
                Duration.ZERO,
                List.of(),
                Duration.ZERO);
    }

    /** The same check with this instance's part of the numbers. */
    ResolvedCheck share(int instances) {
        return instances == 1 ? this : new ResolvedCheck(active, numbers.share(instances), key, cost);
    }
}
