package io.github.ratelimit.internal.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks a connection for Redis's time now and then, so that one which a network has forgotten is found without waiting for
 * requests to fail, however few there are. Used by one thread, which it never holds up.
 */
final class Pulse {

    private static final long PERIOD_NANOS = Duration.ofSeconds(3).toNanos();
    private static final Duration SHORTEST_PATIENCE = Duration.ofSeconds(1);

    private volatile long patienceNanos = SHORTEST_PATIENCE.toNanos();
    private @Nullable CompletableFuture<List<byte[]>> question;
    private long askedNanos;

    /** Who waits that long for an answer does not want its connection closed before. */
    void bear(Duration deadline) {
        patienceNanos = Math.max(SHORTEST_PATIENCE.toNanos(), deadline.toNanos());
    }

    /** Begins anew with a connection that has just answered. */
    void begin() {
        question = null;
        askedNanos = System.nanoTime();
    }

    /** Whether the connection has left a question unanswered for too long. Asks the next one when it is time. */
    boolean isLost(RedisSession session) {
        long now = System.nanoTime();
        CompletableFuture<List<byte[]>> asked = question;
        if (asked != null && !asked.isDone()) {
            return now - askedNanos > patienceNanos;
        }
        if (now - askedNanos > PERIOD_NANOS) {
            askedNanos = now;
            question = ask(session);
        }
        return false;
    }

    private static CompletableFuture<List<byte[]>> ask(RedisSession session) {
        try {
            CompletableFuture<List<byte[]>> answer = session.time().toCompletableFuture();
            CompletableFuture<Void> unused = answer.thenAccept(session::observeTime);
            return answer;
        } catch (RuntimeException lost) {
            return CompletableFuture.failedFuture(lost); // its connection shows that it is closed
        }
    }
}
