package io.github.ratelimit.internal.limiter;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Seconds that pass when a test says so. */
final class Seconds implements Consumer<Runnable> {

    private final List<Runnable> due = new ArrayList<>();

    @Override
    public synchronized void accept(Runnable later) {
        due.add(later);
    }

    void pass() {
        List<Runnable> now;
        synchronized (this) {
            now = List.copyOf(due);
            due.clear();
        }
        now.forEach(Runnable::run);
    }

    synchronized int waiting() {
        return due.size();
    }
}
