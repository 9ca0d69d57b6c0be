package io.github.ratelimit.internal.actuate;

import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitDecision.Usage;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state of one key. Times are whole seconds, rounded up, as in the headers. What is not known is left out. */
final class KeyView {

    private KeyView() {}

    /**
     * {@code policy}; {@code plan} whose numbers hold; {@code key} as the store knows it, hashed where the configuration
     * says so; {@code basis}, who says so; {@code wait} until one more permit fits; {@code limits}, longest duration first.
     */
    static Map<String, Object> of(Result result) {
        boolean fits = result.outcome() == Outcome.ALLOWED;
        return new View()
                .with("policy", result.policy().name())
                .with("plan", result.plan())
                .with("key", result.key())
                .with("basis", Yaml.text(result.basis()))
                .with("wait", seconds(fits ? Duration.ZERO : result.retryAfter()))
                .with("limits", (Object)
                        result.usages().stream().map(KeyView::limit).toList())
                .toMap();
    }

    private static Map<String, Object> limit(Usage usage) {
        return new View()
                .with("limit", usage.limit().toString())
                .with("capacity", usage.capacity())
                .with("remaining", usage.remaining())
                .with("reset", seconds(usage.resetAfter()))
                .with("wait", seconds(usage.retryAfter()))
                .toMap();
    }

    private static @Nullable Long seconds(@Nullable Duration duration) {
        return duration == null
                ? null
                : Long.valueOf(duration.plusNanos(999_999_999).toSeconds());
    }
}
