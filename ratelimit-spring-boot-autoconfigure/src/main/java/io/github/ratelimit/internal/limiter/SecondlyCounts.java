package io.github.ratelimit.internal.limiter;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts what happens within a second, by kind, and tells it when the second is over: a line a kind instead of one each
 * time. Holds a bounded number of kinds; what is beyond is counted as another kind, the remainder.
 */
final class SecondlyCounts<K> {

    private final ConcurrentMap<K, Count> counts = new ConcurrentHashMap<>();
    private final AtomicBoolean due = new AtomicBoolean();
    private final int maxKinds;
    private final Consumer<Runnable> aSecondLater;
    private final BiConsumer<K, Count> line;

    /**
     * Counts nothing yet.
     *
     * @param maxKinds how many kinds are told apart, beside the remainders
     * @param aSecondLater runs what it is given in a second
     * @param line tells one kind
     */
    SecondlyCounts(int maxKinds, Consumer<Runnable> aSecondLater, BiConsumer<K, Count> line) {
        this.maxKinds = maxKinds;
        this.aSecondLater = aSecondLater;
        this.line = line;
    }

    /**
     * How often something happened within a second.
     *
     * @param times how often
     * @param longestWait of those that told one; null if none did
     */
    record Count(long times, @Nullable Duration longestWait) {

        private Count plus(Count other) {
            return new Count(times + other.times, longer(longestWait, other.longestWait));
        }

        private static @Nullable Duration longer(@Nullable Duration one, @Nullable Duration other) {
            if (one == null || other == null) {
                return one == null ? other : one;
            }
            return one.compareTo(other) > 0 ? one : other;
        }
    }

    /** Counts one more. With many threads at once a few kinds more than allowed may be kept. */
    void note(K kind, K remainder, @Nullable Duration wait) {
        K counted = counts.size() < maxKinds || counts.containsKey(kind) ? kind : remainder;
        counts.merge(counted, new Count(1, wait), Count::plus);
        if (!due.get() && due.compareAndSet(false, true)) {
            aSecondLater.accept(this::tell);
        }
    }

    /** Tells what has come since the last time. */
    void tell() {
        due.set(false); // first, so that what comes meanwhile is told now or is due again
        for (K kind : counts.keySet()) {
            Count count = counts.remove(kind);
            if (count != null) {
                line.accept(kind, count);
            }
        }
    }
}
