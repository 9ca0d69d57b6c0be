package io.github.ratelimit.internal.denial;

import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitDecision.Usage;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A refusal as it is told from memory: all its times are shorter by what has passed, at least zero. */
final class CountedDown {

    private final Duration passed;

    private CountedDown(Duration passed) {
        this.passed = passed;
    }

    static ChargedDecision of(ChargedDecision decision, long passedNanos) {
        CountedDown countedDown = new CountedDown(Duration.ofNanos(passedNanos));
        return new ChargedDecision(
                decision.outcome(),
                decision.results().stream().map(countedDown::result).toList(),
                List.of());
    }

    private Result result(Result result) {
        return new Result(
                result.policy(),
                result.plan(),
                result.key(),
                result.cost(),
                result.outcome(),
                Basis.DENIAL_CACHE,
                result.usages().stream().map(this::usage).toList(),
                left(result.retryAfter()),
                result.delay(),
                result.alerts(),
                atLeastZero(result.blockedFor().minus(passed)));
    }

    private Usage usage(Usage usage) {
        return new Usage(
                usage.limit(),
                usage.capacity(),
                usage.remaining(),
                usage.timeToFull(),
                atLeastZero(usage.resetAfter().minus(passed)),
                left(usage.retryAfter()));
    }

    private @Nullable Duration left(@Nullable Duration wait) {
        return wait == null ? null : atLeastZero(wait.minus(passed));
    }

    private static Duration atLeastZero(Duration left) {
        return left.isNegative() ? Duration.ZERO : left;
    }
}
