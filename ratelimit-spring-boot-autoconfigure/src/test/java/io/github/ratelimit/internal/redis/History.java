package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.redis.Model.Ask;
import java.util.List;

/** What callers asked, and when: nothing here depends on what they were answered. */
record History(long number, List<Moment> moments) {

    /**
     * One decision.
     *
     * @param take whether permits are taken; false: only looked at
     * @param asks of different budgets
     */
    record Moment(long at, boolean take, List<Ask> asks) {}
}
