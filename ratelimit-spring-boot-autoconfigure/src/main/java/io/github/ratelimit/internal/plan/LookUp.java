package io.github.ratelimit.internal.plan;

import io.github.ratelimit.internal.limiter.PlanAnswer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One question, on its way from whom it was asked first. Others may wait for its answer too. */
final class LookUp {

    private final long begun;
    private final CountDownLatch answered = new CountDownLatch(1);
    private volatile @Nullable Long running;
    private volatile @Nullable PlanAnswer answer;

    /** A question that was asked at this time, in ns. */
    LookUp(long begun) {
        this.begun = begun;
    }

    /** A thread has taken it up. */
    void run(long now) {
        running = now;
    }

    void answer(PlanAnswer given) {
        answer = given;
        answered.countDown();
    }

    /** The answer; null if there is none within so long from when it was asked first. */
    @Nullable
    PlanAnswer await(long timeout, long now) throws InterruptedException {
        answered.await(begun + timeout - now, TimeUnit.NANOSECONDS);
        return answer;
    }

    /** Whether whoever is asked has thought for so long without an answer; false while it waits for a thread. */
    boolean hasRunFor(long duration, long now) {
        Long since = running;
        return since != null && now - since >= duration;
    }
}
