package io.github.ratelimit.internal.plan;

import io.github.ratelimit.internal.limiter.PlanAnswer;
import java.util.concurrent.atomic.AtomicLong;

/** An answer, and when to ask again. It holds until there is a better one, however late that comes. */
final class KeptAnswer {

    private final PlanAnswer answer;
    private final AtomicLong due;

    /** An answer to be asked for again at this time, in ns. */
    KeptAnswer(PlanAnswer answer, long due) {
        this.answer = answer;
        this.due = new AtomicLong(due);
    }

    PlanAnswer answer() {
        return answer;
    }

    boolean isFailure() {
        return answer == PlanAnswer.FAILED;
    }

    /** Whether the caller is the one to ask again; nobody else is for the length of the pause. */
    boolean takeTurn(long now, long pause) {
        long dueNow = due.get();
        return now - dueNow >= 0 && due.compareAndSet(dueNow, now + pause);
    }
}
