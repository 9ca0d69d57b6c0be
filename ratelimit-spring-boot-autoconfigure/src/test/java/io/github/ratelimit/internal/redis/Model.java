package io.github.ratelimit.internal.redis;

import io.github.ratelimit.RateLimitPolicy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** All limits of all keys by the book. Checks of one decision pass together or not at all. */
final class Model {

    /** One check. */
    record Ask(RateLimitPolicy policy, String key, long cost) {}

    private final Map<String, List<ModelLimit>> limits = new HashMap<>();

    /** The limits of a check, longest duration first. */
    List<ModelLimit> limits(Ask ask) {
        return limits.computeIfAbsent(
                ask.policy().name() + " " + ask.key(),
                unused -> Objects.requireNonNull(ask.policy().quota()).limits().stream()
                        .map(limit -> ModelLimit.of(ask.policy(), limit))
                        .toList());
    }

    boolean fits(long time, Ask ask) {
        return limits(ask).stream().allMatch(limit -> limit.fits(time, ask.cost()));
    }

    /** Whether no check refuses; one that is only watched refuses nobody. */
    boolean allows(long time, List<Ask> asks) {
        return asks.stream().allMatch(ask -> fits(time, ask) || !ask.policy().enforce());
    }

    /** Charges every check that fits, if the decision is allowed. */
    void take(long time, List<Ask> asks) {
        if (allows(time, asks)) {
            for (Ask ask : asks) {
                if (ask.cost() > 0 && fits(time, ask)) {
                    limits(ask).forEach(limit -> limit.charge(time, ask.cost()));
                }
            }
        }
    }

    /** The µs after which the decision is allowed; 0 if it is, or never will be. */
    long wait(long time, List<Ask> asks) {
        return asks.stream()
                .filter(ask -> ask.policy().enforce())
                .flatMap(ask -> limits(ask).stream()
                        .filter(limit -> ask.cost() <= limit.capacity() && !limit.fits(time, ask.cost()))
                        .map(limit -> limit.wait(time, ask.cost())))
                .max(Long::compare)
                .orElse(0L);
    }
}
