package io.github.ratelimit.internal.limiter;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/** Tells the log of one kind of failure: one line a minute at most, with how many more it stands for. */
final class FailureLog {

    private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();

    private final Logger log;
    private final String what;
    private final LongSupplier nanoClock;
    private final AtomicLong nextLine;
    private final AtomicLong untold = new AtomicLong();

    /**
     * A log without lines yet.
     *
     * @param log where its lines go
     * @param what has happened, as the line begins
     */
    FailureLog(Logger log, String what, LongSupplier nanoClock) {
        this.log = log;
        this.what = what;
        this.nanoClock = nanoClock;
        this.nextLine = new AtomicLong(nanoClock.getAsLong());
    }

    void note(StoreFailureException failure) {
        if (isDue()) {
            log.warn("{}: {}{}", what, failure.getMessage(), more());
        }
    }

    /** The same for what is no failure of the store, with the stack trace. */
    void noteWithTrace(Exception failure) {
        if (isDue()) {
            log.warn("{}{}", what, more(), failure);
        }
    }

    private boolean isDue() {
        long now = nanoClock.getAsLong();
        long due = nextLine.get();
        if (now - due < 0 || !nextLine.compareAndSet(due, now + PAUSE_NANOS)) {
            untold.incrementAndGet();
            return false;
        }
        return true;
    }

    private String more() {
        long more = untold.getAndSet(0);
        return more == 0 ? "" : " (" + more + " more since the last line)";
    }
}
