package io.github.ratelimit.internal.redis;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A script call for one request or many. It ends once, by its answer or when the last of its callers leaves, whichever
 * comes first: {@link CallLine} learns how. What is answered after that still reaches its requests.
 */
final class SentCall {

    private final CallLine line;
    private final List<PendingRequest> requests;
    private final boolean inPlace;
    private final Deadline end;
    private final long startNanos = System.nanoTime();
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * A call that is about to be sent.
     *
     * @param requests at least one; must not change any more
     * @param inPlace whether it takes one of the places in flight
     */
    SentCall(CallLine line, List<PendingRequest> requests, boolean inPlace) {
        this.line = line;
        this.requests = requests;
        this.inPlace = inPlace;
        Deadline latest = requests.get(0).end();
        for (PendingRequest request : requests) {
            latest = latest.orLater(request.end());
            request.goesWith(this);
        }
        this.end = latest;
    }

    /** Whether its slot is on its way to the server asked. */
    boolean isAsking() {
        return requests.get(0).asked().asking();
    }

    List<PendingRequest> requests() {
        return requests;
    }

    boolean isInPlace() {
        return inPlace;
    }

    /** When the last of its callers leaves. */
    Deadline end() {
        return end;
    }

    boolean hasEnded() {
        return ended.get();
    }

    /** Ends it, if nothing has before. */
    void end(Ending ending) {
        if (ended.compareAndSet(false, true)) {
            line.ended(this, ending, System.nanoTime() - startNanos);
        }
    }

    /** Ends it when nobody waits for it any more: at its deadline, or before that if all were interrupted. */
    void endIfAbandoned() {
        for (PendingRequest request : requests) {
            if (!request.hasLeft()) {
                return;
            }
        }
        boolean overdue = end.remainingNanos() <= 0;
        end(overdue ? line.overdue(System.nanoTime() - startNanos) : Ending.WITHOUT_MEANING);
    }

    /** The same answer for all. */
    void answer(Answer answer) {
        for (PendingRequest request : requests) {
            request.answer(answer);
        }
    }
}
