package io.github.ratelimit;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer to all checks of one phase. They were decided together: if one enforced check is refused, none of them was
 * charged.
 */
public class RateLimitDecision {

    private final Outcome outcome;
    private final List<Result> results;

    /** An answer with one result a check. */
    public RateLimitDecision(Outcome outcome, List<Result> results) {
        this.outcome = outcome;
        this.results = List.copyOf(results);
    }

    /** The answer to all checks together. */
    public Outcome outcome() {
        return outcome;
    }

    /** One result a check, in the order of the checks; equal checks have one, unlimited ones have an empty one. */
    public List<Result> results() {
        return results;
    }

    /** Whether all enforced checks passed and were charged. */
    public boolean isAllowed() {
        return outcome == Outcome.ALLOWED;
    }

    /**
     * How long until the same checks pass when nobody else takes permits: the longest wait of those that refused. Empty
     * when allowed, and when a cost can never fit.
     */
    public Optional<Duration> retryAfter() {
        List<Result> refusing = results.stream().filter(Result::refuses).toList();
        if (refusing.stream().anyMatch(result -> result.retryAfter() == null)) {
            return Optional.empty();
        }
        return refusing.stream()
                .flatMap(result -> Optional.ofNullable(result.retryAfter()).stream())
                .max(Comparator.naturalOrder());
    }

    /**
     * How long to wait before going on: a turn at a leaky bucket. The filter and annotated methods wait by themselves,
     * {@link RateLimiter#tryAcquire} does not. Zero without a leaky bucket.
     */
    public Duration delay() {
        Duration longest = Duration.ZERO;
        for (Result result : results) {
            longest = isAllowed() && result.policy().enforce() && result.delay().compareTo(longest) > 0
                    ? result.delay()
                    : longest;
        }
        return longest;
    }

    @Override
    public String toString() {
        return "RateLimitDecision[" + outcome + ", " + results + "]";
    }

    /** What became of a check, or of all checks together. */
    public enum Outcome {
        /** There was room. */
        ALLOWED,
        /** A limit was used up. */
        REFUSED,
        /** The store could not decide, and the policy is closed then. */
        UNAVAILABLE
    }

    /** What decided a check. */
    public enum Basis {
        /** The shared store. */
        STORE,
        /** This process: the only store, or a share of the limit while the shared store fails. */
        LOCAL,
        /** This process, which remembers for up to a second that the shared store has refused the same checks. */
        DENIAL_CACHE,
        /** This process, out of permits that it took from the shared store at once a moment ago. */
        LEASE,
        /** Nothing: the store failed, and the policy is open then. */
        OPEN,
        /** Nothing: the store failed, and the policy is closed then. */
        CLOSED,
        /** Nothing to decide: the client's plan is unlimited. */
        UNLIMITED
    }

    /**
     * The answer to one check.
     *
     * @param policy the policy as it was in effect
     * @param plan the plan whose numbers held; null: the policy's own numbers
     * @param key the key as the store knows it: escaped, hashed where the configuration says so
     * @param cost the permits asked for
     * @param outcome whether this check had room, whatever became of the others
     * @param basis what decided it
     * @param usages one per limit, longest duration first; empty when nothing is known
     * @param retryAfter until this check passes when alone, a block included; null when it passed, or when its cost can never fit
     * @param delay how long it waits for its turn at a leaky bucket before it may go on; zero for all other algorithms, and
     *     when it was refused
     * @param alerts the percentages of {@link RateLimitPolicy#alertAt()} that this very charge was the first to reach
     * @param blockedFor how much longer the key stays out by {@link RateLimitPolicy#block()}, whatever its limits say; zero
     *     when it is not blocked
     */
    public record Result(
            RateLimitPolicy policy,
            @Nullable String plan,
            String key,
            long cost,
            Outcome outcome,
            Basis basis,
            List<Usage> usages,
            @Nullable Duration retryAfter,
            Duration delay,
            List<Integer> alerts,
            Duration blockedFor) {

        /** Copies the lists. */
        public Result {
            usages = List.copyOf(usages);
            alerts = List.copyOf(alerts);
        }

        /** Whether this check made the decision a refusal: it had no room and its policy is enforced. */
        public boolean refuses() {
            return outcome != Outcome.ALLOWED && policy.enforce();
        }
    }

    /**
     * How far one limit is used, after the decision.
     *
     * @param limit the limit as configured, of all regions
     * @param capacity what fits at most: burst of a bucket, count of a window, or this process's share of it
     * @param remaining whole permits left, at least 0
     * @param timeToFull from empty to full; of a window its duration
     * @param resetAfter until all permits are back; of a window until its end
     * @param retryAfter until the check fits this limit; zero when it does, null when its cost never fits
     */
    public record Usage(
            Limit limit,
            long capacity,
            long remaining,
            Duration timeToFull,
            Duration resetAfter,
            @Nullable Duration retryAfter) {}
}
