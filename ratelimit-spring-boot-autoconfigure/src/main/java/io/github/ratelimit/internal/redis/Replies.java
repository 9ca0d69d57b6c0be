package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for answers of Redis to anything but a decision, never past a deadline. */
final class Replies {

    private Replies() {}

    /**
     * The answer.
     *
     * @throws StoreFailureException if there is none in time, it is an error, or the thread was interrupted (its flag is
     *     set again)
     */
    static <T> T await(CompletionStage<T> answer, Deadline deadline) throws StoreFailureException {
        try {
            return answer.toCompletableFuture().get(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            throw new StoreFailureException(String.valueOf(failed.getCause()), failed);
        } catch (RuntimeException failed) {
            throw new StoreFailureException(failed.toString(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreFailureException("the waiting thread was interrupted", interrupted);
        } catch (TimeoutException timeout) {
            throw new StoreFailureException("no answer from Redis in time", timeout);
        }
    }
}
