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
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** Callers that a frozen Redis holds up. What leaves for it then shows from outside how many places in flight are free. */
final class HeldCallers {

    /** So many leave one by one and, when they are answered, all others together. Fewer: a place is lost; more: one too many. */
    static final long CALLS_WITH_ALL_PLACES_FREE = 17;

    private static final int PLACES = 16;
    private static final int OTHERS = 10;

    private HeldCallers() {}

    /** How many script calls it takes to answer all. The store must be patient, and nobody else may use it. */
    static long scriptCalls(RedisServer server, TestRedis redis, RedisStore store, ResolvedCheck check) {
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        long before = redis.scriptCalls();
        server.pause();
        try {
            answers.addAll(inAllPlaces(store, check));
            for (int i = 0; i < OTHERS; i++) {
                start(store, check, answers, HeldCallers::waits);
            }
        } finally {
            server.resume();
        }
        awaitAllowed(answers);
        return redis.scriptCalls() - before;
    }

    /** Callers whose requests take all places in flight, while Redis is frozen. */
    static List<CompletableFuture<Boolean>> inAllPlaces(RedisStore store, ResolvedCheck check) {
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            start(store, check, answers, HeldCallers::isSent);
        }
        return answers;
    }

    static void awaitAllowed(List<CompletableFuture<Boolean>> answers) {
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer)
                        .succeedsWithin(Duration.ofSeconds(10))
                        .isEqualTo(true));
    }

    private static void start(
            RedisStore store,
            ResolvedCheck check,
            List<CompletableFuture<Boolean>> answers,
            Predicate<Thread> reached) {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        Thread caller = new Thread(() -> ask(store, check, answer), "held");
        caller.setDaemon(true);
        caller.start();
        answers.add(answer);
        Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> reached.test(caller));
    }

    private static boolean isSent(Thread caller) {
        return LockSupport.getBlocker(caller) instanceof PendingRequest request && !request.isWaiting();
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
