package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Waits for answers of Redis, never past a deadline. The connection never sends a command twice. */
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
        return await(answer, deadline, nobodyWantsIt -> {});
    }

    /** The same; an answer that comes too late for the caller is handed to {@code late}. */
    static <T> T await(RedisFuture<T> answer, Deadline deadline, Consumer<T> late)
            throws StoreFailureException, TimeoutException {
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
            CompletionStage<Void> unused = answer.thenAccept(late);
            Thread.currentThread().interrupt();
            throw new StoreFailureException("the waiting thread was interrupted", interrupted);
        } catch (TimeoutException timeout) {
            CompletionStage<Void> unused = answer.thenAccept(late);
            throw timeout;
        }
    }
}
