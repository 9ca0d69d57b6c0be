package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The decisions of the annotated methods that each thread is in, outermost first. */
final class RunningDecisions {

    @SuppressWarnings("ThreadLocalUsage") // one a limiter, and there is one limiter a context
    private final ThreadLocal<Deque<RateLimitDecision>> ofThread = new ThreadLocal<>();

    void enter(RateLimitDecision decision) {
        Deque<RateLimitDecision> decisions = ofThread.get();
        if (decisions == null) {
            decisions = new ArrayDeque<>(2);
            ofThread.set(decisions);
        }
        decisions.addLast(decision);
    }

    void leave() {
        Deque<RateLimitDecision> decisions = ofThread.get();
        if (decisions != null) {
            decisions.pollLast();
            if (decisions.isEmpty()) {
                ofThread.remove();
            }
        }
    }

    List<RateLimitDecision> ofThread() {
        Deque<RateLimitDecision> decisions = ofThread.get();
        return decisions == null ? List.of() : List.copyOf(decisions);
    }
}
