package io.github.ratelimit.internal.limiter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store that instances share. It is asked over a network: many questions at once are cheaper than one by one. */
public interface SharedStore extends RateLimitStore {

    /**
     * Looks at the budgets of many requests, each as {@link #decide} does without taking, and keeps nobody else waiting.
     *
     * @return for each request, in order, what it would be answered now; null where the store does not tell, as when it
     *     fails or would have to be asked more than once
     */
    List<@Nullable ChargedDecision> peekAll(List<List<ResolvedCheck>> requests);
}
