package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Result;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns when a policy reaches a level of its {@code alert-at}: once a window and level, over all instances. Keys that
 * reach a level within the same second share one line.
 */
public final class AlertLog implements DecisionObserver, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(AlertLog.class);

    /** The levels of all policies are few; this only has to be more. */
    private static final int MAX_LEVELS = 1_000;

    private final SecondlyCounts<Level> reached;

    /** A log without lines yet, which has what it is given run in a second. */
    public AlertLog(Consumer<Runnable> aSecondLater) {
        this.reached = new SecondlyCounts<>(MAX_LEVELS, aSecondLater, (level, count) -> warn(level, count.times()));
    }

    private record Level(String policy, int percent) {}

    @Override
    public void observe(RateLimitDecision decision) {
        for (Result result : decision.results()) {
            for (Integer percent : result.alerts()) {
                Level level = new Level(result.policy().name(), percent);
                reached.note(level, level, null);
            }
        }
    }

    /** Tells what is left to tell. */
    @Override
    public void close() {
        reached.tell();
    }

    private static void warn(Level level, long keys) {
        log.warn(
                "Rate limit policy '{}' has used {} % of its window{}",
                level.policy(), level.percent(), keys == 1 ? "" : ", for " + keys + " keys within a second");
    }
}
