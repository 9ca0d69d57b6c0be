package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.Limit;
import io.github.ratelimit.RateLimitAlertEvent;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitDecision.Usage;
import io.github.ratelimit.RateLimitListener;
import java.util.Collections;
import java.util.Comparator;
import java.util.function.Consumer;

/** Tells the application when a policy reaches a level of its {@code alert-at}. */
public final class AlertEvents implements RateLimitListener {

    private static final Comparator<Usage> MOST_USED_LAST =
            Comparator.comparingDouble(usage -> 1 - (double) usage.remaining() / usage.capacity());

    private final Consumer<RateLimitAlertEvent> application;

    /** Hands each event to the application, on the thread that was charged. */
    public AlertEvents(Consumer<RateLimitAlertEvent> application) {
        this.application = application;
    }

    @Override
    public void onDecision(RateLimitDecision decision) {
        for (Result result : decision.results()) {
            for (int level : result.alerts()) {
                application.accept(
                        new RateLimitAlertEvent(result.policy().name(), result.plan(), level, mostUsed(result)));
            }
        }
    }

    private static Limit mostUsed(Result result) {
        return Collections.max(result.usages(), MOST_USED_LAST).limit();
    }
}
