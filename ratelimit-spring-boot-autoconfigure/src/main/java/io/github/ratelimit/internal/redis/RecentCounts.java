package io.github.ratelimit.internal.redis;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** The last few counts. By number and not by time: what was counted before an outage holds until there are new ones. */
final class RecentCounts {

    private final AtomicIntegerArray counts;
    private int next;

    RecentCounts(int size) {
        this.counts = new AtomicIntegerArray(size);
    }

    synchronized void add(int count) {
        counts.set(next, count);
        next = (next + 1) % counts.length();
    }

    /** The highest; 0 if there is none. */
    int highest() {
        int highest = 0;
        for (int i = 0; i < counts.length(); i++) {
            highest = Math.max(highest, counts.get(i));
        }
        return highest;
    }
}
