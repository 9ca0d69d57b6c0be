package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitDecision.Usage;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a store says of one check.
 *
 * @param check the check
 * @param fits whether all its limits had room
 * @param charged whether its permits were taken
 * @param granted how many were taken if it was charged: the cost, or up to what the check takes more
 * @param waitMicros until it fits, a block included, 0 when it does; null: never
 * @param delayMicros how long it waits for its turn when it fits; 0 but for a leaky bucket
 * @param blockedMicros how much longer the key stays out by the policy's block; 0 when it does not
 * @param limits one a limit
 * @param alerts the levels that this charge was the first to reach
 */
public record CheckAnswer(
        ResolvedCheck check,
        boolean fits,
        boolean charged,
        long granted,
        @Nullable Long waitMicros,
        long delayMicros,
        long blockedMicros,
        List<LimitAnswer> limits,
        List<Integer> alerts) {

    /**
     * What a store says of one limit.
     *
     * @param usage what callers are told
     * @param chargedUntilMicros the receipt of a charge, on the store's clock
     */
    public record LimitAnswer(Usage usage, long chargedUntilMicros) {

        /**
         * What a store says of one limit.
         *
         * @param remaining whole permits left
         * @param resetMicros until all are back; of a window until its end
         * @param waitMicros until the check fits this limit, 0 when it does; null: never
         */
        public static LimitAnswer of(
                LimitNumbers numbers,
                long remaining,
                long resetMicros,
                @Nullable Long waitMicros,
                long chargedUntilMicros) {
            Usage usage = new Usage(
                    numbers.limit(),
                    numbers.capacity(),
                    remaining,
                    numbers.timeToFull(),
                    micros(resetMicros),
                    duration(waitMicros));
            return new LimitAnswer(usage, chargedUntilMicros);
        }
    }

    /** The decision made of these answers, with receipts for what was charged. */
    public static ChargedDecision decision(boolean allowed, Basis basis, List<CheckAnswer> answers) {
        return new ChargedDecision(
                allowed ? Outcome.ALLOWED : Outcome.REFUSED,
                Lists.map(answers, answer -> answer.toResult(basis)),
                Lists.map(returnable(answers), answer -> answer.toCharge(basis)));
    }

    private static List<CheckAnswer> returnable(List<CheckAnswer> answers) {
        for (int i = 0; i < answers.size(); i++) {
            if (!answers.get(i).isReturnable()) {
                return answers.stream().filter(CheckAnswer::isReturnable).toList();
            }
        }
        return answers;
    }

    /** A leaky bucket gives nothing back: who was behind has been told its turn. */
    private boolean isReturnable() {
        return charged && granted > 0 && check.numbers().algorithm() != Algorithm.LEAKY_BUCKET;
    }

    private Result toResult(Basis basis) {
        return new Result(
                check.policy(),
                check.numbers().plan(),
                check.key(),
                check.cost(),
                fits ? Outcome.ALLOWED : Outcome.REFUSED,
                basis,
                Lists.map(limits, LimitAnswer::usage),
                fits ? null : duration(waitMicros),
                fits ? micros(delayMicros) : Duration.ZERO,
                alerts,
                micros(blockedMicros));
    }

    private Charge toCharge(Basis basis) {
        return new Charge(
                granted == check.cost() ? check : check.withCost(granted),
                basis,
                Lists.map(limits, LimitAnswer::chargedUntilMicros));
    }

    private static @Nullable Duration duration(@Nullable Long micros) {
        return micros == null ? null : micros(micros);
    }

    private static Duration micros(long micros) {
        return Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1_000);
    }
}
