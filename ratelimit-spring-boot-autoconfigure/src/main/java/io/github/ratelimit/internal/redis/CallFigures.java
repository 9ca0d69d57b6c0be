package io.github.ratelimit.internal.redis;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** How many requests went to Redis in how many calls of the script, since the start. */
public final class CallFigures implements CallListener {

    private final LongAdder calls = new LongAdder();
    private final LongAdder requests = new LongAdder();
    private final LongAccumulator largest = new LongAccumulator(Math::max, 0);

    @Override
    public void ended(CallEnd end, long nanos, int requestsOfCall) {
        calls.increment();
        requests.add(requestsOfCall);
        largest.accumulate(requestsOfCall);
    }

    /** Calls that have ended, however they did. */
    public long calls() {
        return calls.sum();
    }

    /** Requests that went in them. */
    public long requests() {
        return requests.sum();
    }

    /** Most requests that went in one; 0 before the first. */
    public long largest() {
        return largest.get();
    }
}
