package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.internal.key.KeyEncoder;
import io.github.ratelimit.internal.limiter.SecondlyCounts.Count;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs every refusal, real or not enforced, at INFO: what one key was refused at one place within a second is one line
 * with a count. Of each policy a second has lines for so many keys; the rest of them share one. Keys are logged as
 * hashes, everything else is the application's own text.
 */
public final class RefusalLog implements AutoCloseable {

    /** The logger's name, which is part of the documentation. */
    public static final String LOGGER = "io.github.ratelimit.refusals";

    private static final Logger log = LoggerFactory.getLogger(LOGGER);
    private static final int MAX_KEYS = 20;

    private final KeyEncoder keys;
    private final Consumer<Runnable> aSecondLater;
    private final Map<String, SecondlyCounts<Refused>> byPolicy = new ConcurrentHashMap<>();

    /**
     * A log without lines yet.
     *
     * @param keys hashes keys
     * @param aSecondLater runs what it is given in a second
     */
    public RefusalLog(KeyEncoder keys, Consumer<Runnable> aSecondLater) {
        this.keys = keys;
        this.aSecondLater = aSecondLater;
    }

    /**
     * What a line is about.
     *
     * @param outcome what became of the check
     * @param key hashed only when it is written; null: keys that are too many for lines of their own
     * @param place where it was asked for; null: in code
     */
    private record Refused(
            CheckOutcome outcome,
            @Nullable String key,
            @Nullable String place) {}

    /** Notes what a decision refused, or would have refused. */
    void note(RateLimitDecision decision, Place place) {
        for (Result result : decision.results()) {
            if (result.outcome() != Outcome.ALLOWED && log.isInfoEnabled()) {
                note(CheckOutcome.of(decision, result), result, place);
            }
        }
    }

    private void note(CheckOutcome outcome, Result result, Place place) {
        String policy = result.policy().name();
        byPolicy.computeIfAbsent(policy, this::counts)
                .note(
                        new Refused(outcome, result.key(), place.of(policy)),
                        new Refused(outcome, null, null),
                        result.retryAfter());
    }

    private SecondlyCounts<Refused> counts(String policy) {
        return new SecondlyCounts<>(MAX_KEYS, aSecondLater, (refused, count) -> write(policy, refused, count));
    }

    private void write(String policy, Refused refused, Count count) {
        LoggingEventBuilder line = log.atInfo()
                .addKeyValue("policy", policy)
                .addKeyValue("outcome", refused.outcome())
                .addKeyValue("count", count.times());
        StringBuilder about = new StringBuilder(64);
        if (refused.key() == null) {
            about.append("further keys");
        } else {
            String hash = keys.shortHash(refused.key());
            line = line.addKeyValue("key", hash);
            about.append("key ").append(hash);
        }
        if (refused.place() != null) {
            line = line.addKeyValue("place", refused.place());
            about.append(", at ").append(refused.place());
        }
        if (count.longestWait() != null) {
            long millis = millis(count.longestWait());
            line = line.addKeyValue("wait_ms", millis);
            about.append(", wait ").append(millis).append(" ms");
        }
        line.log("Rate limit policy '{}' {} {} ({})", policy, verb(refused.outcome()), count.times(), about);
    }

    /** Rounded up: who waits that long is not refused again. */
    private static long millis(Duration wait) {
        return wait.plusNanos(999_999).toMillis();
    }

    private static String verb(CheckOutcome outcome) {
        return switch (outcome) {
            case SHADOW -> "would refuse";
            case UNAVAILABLE -> "could not decide and refused";
            default -> "refused";
        };
    }

    /** Tells what is left to tell. */
    @Override
    public void close() {
        byPolicy.values().forEach(SecondlyCounts::tell);
    }
}
