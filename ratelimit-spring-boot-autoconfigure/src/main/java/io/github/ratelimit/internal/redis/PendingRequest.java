package io.github.ratelimit.internal.redis;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A caller's request on its way to Redis: it waits to be sent, is sent, is answered; or its caller has left at the
 * deadline. A caller that leaves before it is sent takes it along; an answer that comes after its caller has left goes to
 * whoever gives it back.
 */
final class PendingRequest {

    private final ScriptRequest request;
    private final int checks;
    private final int fields;
    private final boolean again;
    private boolean asking;
    private final Deadline end;
    private final Consumer<Answer.Replied> late;
    private final Thread caller = Thread.currentThread();
    private final AtomicReference<Object> progress = new AtomicReference<>(Stage.WAITING);
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
     * @param checks how many it has
     * @param fields how many values the answers to its checks have
     * @param again whether it was sent before, and ran too late
     * @param end when its caller leaves
     * @param late takes an answer that comes after that
     */
    PendingRequest(
            ScriptRequest request, int checks, int fields, boolean again, Deadline end, Consumer<Answer.Replied> late) {
        this.request = request;
        this.checks = checks;
        this.fields = fields;
        this.again = again;
        this.end = end;
        this.late = late;
    }

    ScriptRequest request() {
        return request;
    }

    int checks() {
        return checks;
    }

    int fields() {
        return fields;
    }

    /** Of a slot that is on its way to the server asked: that one answers only who says so. Before it is sent. */
    PendingRequest asking(boolean whether) {
        asking = whether;
        return this;
    }

    /** The same, sent once more. */
    PendingRequest again() {
        return new PendingRequest(request, checks, fields, true, end, late).asking(asking);
    }

    boolean isAsking() {
        return asking;
    }

    boolean isSentAgain() {
        return again;
    }

    Deadline end() {
        return end;
    }

    /** Is about to be sent; false if the caller has left. */
    boolean claim() {
        return progress.compareAndSet(Stage.WAITING, Stage.SENT);
    }

    /** Is sent with that call, which hears when the caller leaves. */
    void goesWith(SentCall sent) {
        call = sent;
    }

    boolean hasLeft() {
        return progress.get() == Stage.LEFT;
    }

    /** Hands the answer to the caller, or to who gives it back. */
    void answer(Answer answer) {
        Object before = progress.getAndUpdate(stage -> stage == Stage.LEFT ? stage : answer);
        if (before != Stage.LEFT) {
            LockSupport.unpark(caller);
        } else if (answer instanceof Answer.Replied replied) {
            late.accept(replied);
        }
    }

    /** Waits for the answer until the deadline; null if there is none by then, or the thread is interrupted. */
    @Nullable
    Answer await() {
        while (true) {
            if (progress.get() instanceof Answer answer) {
                return answer;
            }
            long left = end.remainingNanos();
            if (left <= 0 || Thread.currentThread().isInterrupted()) {
                return leave();
            }
            LockSupport.parkNanos(this, left);
        }
    }

    /** Null unless the answer has just come. */
    private @Nullable Answer leave() {
        Object before = progress.getAndUpdate(stage -> stage instanceof Answer ? stage : Stage.LEFT);
        SentCall sent = call; // null while it is made; its sender then sees who has left
        if (before == Stage.SENT && sent != null) {
            sent.endIfAbandoned();
        }
        return before instanceof Answer answer ? answer : null;
    }
}
