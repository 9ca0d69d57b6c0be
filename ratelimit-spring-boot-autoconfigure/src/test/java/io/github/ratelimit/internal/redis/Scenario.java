package io.github.ratelimit.internal.redis;

import io.github.ratelimit.RateLimitPolicy;
import java.util.List;

/**
 * What happens to a store, step by step.
 *
 * @param startMicros when it begins
 * @param policies the policies; of each its editions, as its numbers change meanwhile
 * @param steps what happens
 */
record Scenario(long startMicros, List<List<RateLimitPolicy>> policies, List<Step> steps) {

    /** What a step does. */
    enum Action {
        TAKE,
        PEEK,
        REFUND,
        RESET
    }

    /** How much time passes before a step. */
    enum Gap {
        NONE,
        MICROSECOND,
        /** As long as the last refusal said, give or take. */
        WAIT,
        /** A part of the longest period. */
        PART,
        /** Several times the longest period. */
        IDLE,
        /** The clock goes back by a part of the longest period. */
        BACK
    }

    /** How many permits are asked for. */
    enum Cost {
        NOTHING,
        ONE,
        PART_OF_CAPACITY,
        CAPACITY,
        MORE_THAN_CAPACITY
    }

    /**
     * One check of a step.
     *
     * @param policy which policy
     * @param edition with which numbers
     * @param key whose
     * @param cost how much
     * @param part of the capacity in thousandths
     */
    record Ask(int policy, int edition, String key, Cost cost, int part) {}

    /**
     * One step.
     *
     * @param gap what passes before
     * @param fineTuning µs more or less, or thousandths of a period
     * @param asks checks, decided together
     * @param earlier which earlier decision is given back
     */
    record Step(Action action, Gap gap, int fineTuning, List<Ask> asks, int earlier) {}
}
