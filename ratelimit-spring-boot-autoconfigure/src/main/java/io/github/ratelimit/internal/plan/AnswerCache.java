package io.github.ratelimit.internal.plan;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.ratelimit.internal.limiter.PlanAnswer.OnPlan;
import org.jspecify.annotations.Nullable;

/**
 * Answers by value. Those of clients stand apart from those of values that nobody knows, which anyone can invent: a flood
 * of them fills the smaller place and evicts no client. Nothing expires, so that answers outlast any outage of whom they
 * came from.
 */
final class AnswerCache {

    /** Values of up to 63 characters; longer ones count as several. */
    private static final long MOST_CLIENTS = 200_000;

    private static final long MOST_STRANGERS = 10_000;
    private static final int WEIGHED_LENGTH = 64;

    private final Cache<String, KeptAnswer> clients = cache(MOST_CLIENTS);
    private final Cache<String, KeptAnswer> strangers = cache(MOST_STRANGERS);

    /** Evicts on the calling thread, a few entries at a time: no thread of another pool, and no lock to wait for. */
    private static Cache<String, KeptAnswer> cache(long weight) {
        return Caffeine.newBuilder()
                .maximumWeight(weight)
                .weigher((String value, KeptAnswer kept) -> 1 + value.length() / WEIGHED_LENGTH)
                .executor(Runnable::run)
                .build();
    }

    @Nullable
    KeptAnswer find(String value) {
        KeptAnswer ofClient = clients.getIfPresent(value);
        return ofClient != null ? ofClient : strangers.getIfPresent(value);
    }

    /** Keeps an answer in the place of the last one. */
    void keep(String value, KeptAnswer kept) {
        boolean isClient = kept.answer() instanceof OnPlan;
        (isClient ? clients : strangers).put(value, kept);
        (isClient ? strangers : clients).invalidate(value);
    }
}
