package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.redis.RunningDecision.Asked;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A caller's request on its way to Redis: it waits to be sent, is sent, is answered; or its caller has left at the
 * deadline. A caller that leaves before it is sent takes it along; an answer that comes after its caller has left goes to
 * whoever gives it back.
 */
final class PendingRequest {

    private static final AtomicReferenceFieldUpdater<PendingRequest, Object> PROGRESS =
            AtomicReferenceFieldUpdater.newUpdater(PendingRequest.class, Object.class, "progress");

    private final Asked asked;
    private final ScriptRequest request;
    private final boolean again;
    private final BiConsumer<Asked, Answer.Replied> late;
    private final Thread caller = Thread.currentThread();
    private volatile Object progress = Stage.WAITING;
    private volatile @Nullable SentCall call;

    /** Before the answer, which takes the place of the stage. */
    private enum Stage {
        WAITING,
        SENT,
        LEFT
    }

    /**
     * A request of the calling thread.
     *
     * @param request how it is sent
     * @param again whether it was sent before, and ran too late
     * @param late takes an answer that comes after its caller has left
     */
    PendingRequest(Asked asked, ScriptRequest request, boolean again, BiConsumer<Asked, Answer.Replied> late) {
        this.asked = asked;
        this.request = request;
        this.again = again;
        this.late = late;
    }

    Asked asked() {
        return asked;
    }

    ScriptRequest request() {
        return request;
    }

    /** How many values the answers to its checks have. */
    int fields() {
        return RequestReply.fields(asked.checks());
    }

    /** The same, sent once more. */
    PendingRequest again() {
        return new PendingRequest(asked, request, true, late);
    }

    /** The same, written in another way. */
    PendingRequest with(ScriptRequest other) {
        return new PendingRequest(asked, other, false, late);
    }

    boolean isSentAgain() {
        return again;
    }

    Deadline end() {
        return asked.end();
    }

    /** Is about to be sent; false if the caller has left. */
    boolean claim() {
        return PROGRESS.compareAndSet(this, Stage.WAITING, Stage.SENT);
    }

    /** Is sent with that call, which hears when the caller leaves. */
    void goesWith(SentCall sent) {
        call = sent;
    }

    /** Whether it has not been sent yet. */
    boolean isWaiting() {
        return progress == Stage.WAITING;
    }

    boolean isAnswered() {
        return progress instanceof Answer;
    }

    boolean hasLeft() {
        return progress == Stage.LEFT;
    }

    /** Hands the answer to the caller, or to who gives it back. */
    void answer(Answer answer) {
        Object before = PROGRESS.getAndUpdate(this, stage -> stage == Stage.LEFT ? stage : answer);
        if (before != Stage.LEFT) {
            LockSupport.unpark(caller);
        } else if (answer instanceof Answer.Replied replied) {
            late.accept(asked, replied);
        }
    }

    /**
     * Waits to be sent so long at most, but not beyond the deadline.
     *
     * @return false if it has not been, and its caller still waits
     */
    boolean isSentWithin(long nanos) {
        if (isWaiting()) {
            LockSupport.parkNanos(this, Math.min(nanos, asked.end().remainingNanos()));
        }
        return !isWaiting()
                || asked.end().remainingNanos() <= 0
                || Thread.currentThread().isInterrupted();
    }

    /** Waits for the answer until the deadline; null if there is none by then, or the thread is interrupted. */
    @Nullable
    Answer await() {
        while (true) {
            if (progress instanceof Answer answer) {
                return answer;
            }
            long left = asked.end().remainingNanos();
            if (left <= 0 || Thread.currentThread().isInterrupted()) {
                return leave();
            }
            LockSupport.parkNanos(this, left);
        }
    }

    /** Null unless the answer has just come. */
    private @Nullable Answer leave() {
        Object before = PROGRESS.getAndUpdate(this, stage -> stage instanceof Answer ? stage : Stage.LEFT);
        SentCall sent = call; // null while it is made; its sender then sees who has left
        if (before == Stage.SENT && sent != null) {
            sent.endIfAbandoned();
        }
        return before instanceof Answer answer ? answer : null;
    }
}
