package io.github.ratelimit.internal.redis;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import io.github.ratelimit.internal.redis.History.Moment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One form of the mechanism. */
interface HistoryPlayer {

    /** Decides every moment of a history, on keys that nobody has used. */
    List<RateLimitDecision> play(History history);

    /** The local store. */
    static HistoryPlayer local() {
        return history -> {
            Time time = new Time();
            LocalStore store = new LocalStore(1_000, time);
            Checks checks = new Checks();
            List<RateLimitDecision> decisions = new ArrayList<>();
            for (Moment moment : history.moments()) {
                time.now = moment.at();
                decisions.add(store.decide(checks.of(moment), moment.take()));
            }
            return decisions;
        };
    }

    /** The time of the moment. */
    final class Time implements LocalClock {

        private long now;

        @Override
        public long monotonicMicros() {
            return now;
        }

        @Override
        public long wallMicros() {
            return now;
        }
    }

    /** Resolves each policy and key once, as a running limiter does. */
    final class Checks {

        private final Map<String, ResolvedCheck> known = new HashMap<>();

        List<ResolvedCheck> of(Moment moment) {
            return moment.asks().stream()
                    .map(ask -> known.computeIfAbsent(
                                    ask.policy().name() + " " + ask.key(),
                                    unused -> ResolvedChecks.of(ask.policy(), ask.key(), 1))
                            .withCost(ask.cost()))
                    .toList();
        }
    }
}
