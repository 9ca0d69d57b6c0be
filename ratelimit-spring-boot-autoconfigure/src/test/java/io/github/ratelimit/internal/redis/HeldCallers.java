package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import io.github.ratelimit.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/** Callers that a frozen Redis holds up. What leaves for it then shows from outside how many places in flight are free. */
final class HeldCallers {

    /** Two callers leave alone and, when they are answered, all others together. Fewer: a place is lost; more: one too many. */
    static final long CALLS_WITH_ALL_PLACES_FREE = 3;

    private static final int CALLERS = 12;

    private HeldCallers() {}

    /** How many script calls it takes to answer all. The store must be patient, and nobody else may use it. */
    static long scriptCalls(RedisServer server, TestRedis redis, RedisStore store, ResolvedCheck check) {
        List<Thread> callers = new ArrayList<>();
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        long before = redis.scriptCalls();
        server.pause();
        try {
            for (int i = 0; i < CALLERS; i++) {
                CompletableFuture<Boolean> answer = new CompletableFuture<>();
                Thread caller = new Thread(() -> ask(store, check, answer), "held-" + i);
                caller.setDaemon(true);
                caller.start();
                callers.add(caller);
                answers.add(answer);
            }
            Awaitility.await().until(() -> callers.stream().allMatch(HeldCallers::waits));
        } finally {
            server.resume();
        }
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer)
                        .succeedsWithin(Duration.ofSeconds(10))
                        .isEqualTo(true));
        return redis.scriptCalls() - before;
    }

    /** Whether it has asked and has no answer yet. */
    static boolean waits(Thread caller) {
        return LockSupport.getBlocker(caller) instanceof PendingRequest;
    }

    private static void ask(RedisStore store, ResolvedCheck check, CompletableFuture<Boolean> answer) {
        try {
            answer.complete(store.decide(List.of(check), true, new WaitBudget()).isAllowed());
        } catch (StoreFailureException failure) {
            answer.completeExceptionally(failure);
        }
    }
}
