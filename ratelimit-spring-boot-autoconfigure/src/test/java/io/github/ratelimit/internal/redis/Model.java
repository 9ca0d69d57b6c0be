package io.github.ratelimit.internal.redis;

import io.github.ratelimit.RateLimitPolicy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** All limits of all keys by the book. Checks of one decision pass together or not at all. */
final class Model {

    /** One check. */
    record Ask(RateLimitPolicy policy, String key, long cost) {}

    private final Map<String, List<ModelLimit>> limits = new HashMap<>();
    private final Map<String, ModelBlock> blocks = new HashMap<>();

    /** The limits of a check, longest duration first. */
    List<ModelLimit> limits(Ask ask) {
        return limits.computeIfAbsent(
                ask.policy().name() + " " + ask.key(),
                unused -> Objects.requireNonNull(ask.policy().quota()).limits().stream()
                        .map(limit -> ModelLimit.of(ask.policy(), limit))
                        .toList());
    }

    private ModelBlock block(Ask ask) {
        return blocks.computeIfAbsent(
                ask.policy().name() + " " + ask.key(),
                unused -> new ModelBlock(ask.policy().block()));
    }

    private boolean fitsLimits(long time, Ask ask) {
        return limits(ask).stream().allMatch(limit -> limit.fits(time, ask.cost()));
    }

    boolean fits(long time, Ask ask) {
        return fitsLimits(time, ask) && (ask.cost() == 0 || block(ask).left(time) == 0);
    }

    /** Refused for lack of permits: a cost that never fits blocks nobody. */
    private boolean offends(long time, Ask ask) {
        return !fitsLimits(time, ask) && limits(ask).stream().allMatch(limit -> ask.cost() <= limit.capacity());
    }

    /** How much longer the key stays out, as a decision at this time tells it. */
    long blockedFor(long time, Ask ask) {
        return offends(time, ask)
                ? block(ask).leftAfterRefusal(time)
                : block(ask).left(time);
    }

    /** Whether no check refuses; one that is only watched refuses nobody. */
    boolean allows(long time, List<Ask> asks) {
        return asks.stream().allMatch(ask -> fits(time, ask) || !ask.policy().enforce());
    }

    /** Charges every check that fits, if the decision is allowed; blocks keys that their own limits refuse. */
    void take(long time, List<Ask> asks) {
        boolean allowed = allows(time, asks);
        asks.stream()
                .filter(ask -> offends(time, ask))
                .forEach(ask -> block(ask).refuse(time));
        if (allowed) {
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
                .flatMap(ask -> Stream.concat(
                        Stream.of(ask.cost() == 0 ? 0 : blockedFor(time, ask)),
                        limits(ask).stream()
                                .filter(limit -> ask.cost() <= limit.capacity() && !limit.fits(time, ask.cost()))
                                .map(limit -> limit.wait(time, ask.cost()))))
                .max(Long::compare)
                .orElse(0L);
    }
}
