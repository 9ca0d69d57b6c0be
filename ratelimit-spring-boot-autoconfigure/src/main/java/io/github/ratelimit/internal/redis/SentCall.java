package io.github.ratelimit.internal.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A script call for one request or many. It ends once, by its answer or at the latest deadline of its callers, whichever
 * comes first: {@link CallLine} learns how. What is answered after that still reaches its requests.
 */
final class SentCall {

    private final CallLine line;
    private final boolean inPlace;
    private final long startNanos = System.nanoTime();
    private final List<PendingRequest> requests = new ArrayList<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private int checks;
    private @Nullable Deadline end;

    /**
     * A call without requests yet.
     *
     * @param inPlace whether it takes one of the places in flight
     */
    SentCall(CallLine line, boolean inPlace) {
        this.line = line;
        this.inPlace = inPlace;
    }

    /** Takes a request along, unless its caller has left. */
    void add(PendingRequest request) {
        if (request.join(this)) {
            requests.add(request);
            checks += request.checks();
            end = end == null ? request.end() : end.orLater(request.end());
        }
    }

    List<PendingRequest> requests() {
        return requests;
    }

    int checks() {
        return checks;
    }

    boolean isInPlace() {
        return inPlace;
    }

    /** When the last of its callers leaves. */
    Deadline end() {
        return Objects.requireNonNull(end, "a call has a request");
    }

    private long ageNanos() {
        return System.nanoTime() - startNanos;
    }

    /** Ends it; false if it has ended before. */
    boolean end(Ending ending) {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        line.ended(this, ending, ageNanos());
        return true;
    }

    /** A caller waits no longer. One alone that leaves before the deadline was interrupted. */
    void callerLeft() {
        if (!endIfOverdue() && requests.size() == 1) {
            end(Ending.WITHOUT_MEANING);
        }
    }

    /** Ends it when nobody waits for it any more. */
    boolean endIfOverdue() {
        return end().remainingNanos() <= 0 && end(line.overdue(ageNanos()));
    }

    /** The same answer for all. */
    void answer(Answer answer) {
        for (PendingRequest request : requests) {
            request.answer(answer);
        }
    }
}
