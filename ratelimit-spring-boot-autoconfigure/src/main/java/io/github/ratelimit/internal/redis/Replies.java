package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for answers of Redis, never past a deadline. A command that is given up is cancelled and never sent again. */
final class Replies {

    private Replies() {}

    /**
     * The answer.
     *
     * @throws RedisCommandExecutionException if Redis answered with an error
     * @throws StoreFailureException if the connection failed, or the thread was interrupted (its flag is set again)
     * @throws TimeoutException if there was no answer in time
     */
    static <T> T await(RedisFuture<T> answer, Deadline deadline) throws StoreFailureException, TimeoutException {
        try {
            return answer.get(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RedisCommandExecutionException error) {
                throw error;
            }
            throw new StoreFailureException(String.valueOf(failed.getCause()), failed);
        } catch (CancellationException | RedisException failed) {
            throw new StoreFailureException(failed.toString(), failed);
        } catch (InterruptedException interrupted) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new StoreFailureException("the waiting thread was interrupted", interrupted);
        } catch (TimeoutException late) {
            answer.cancel(true);
            throw late;
        }
    }
}
