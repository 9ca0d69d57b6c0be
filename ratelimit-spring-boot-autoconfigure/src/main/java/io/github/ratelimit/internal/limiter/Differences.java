package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a change has changed, for the log. Made of parsed values only. */
final class Differences {

    private final List<String> texts = new ArrayList<>();

    private Differences() {}

    /** All differences, or that there are others than these. */
    static String between(RateLimitPolicy before, RateLimitPolicy after) {
        Differences differences = new Differences();
        differences.add("limit", before.quota(), after.quota());
        TreeSet<String> plans = new TreeSet<>(before.plans().keySet());
        plans.addAll(after.plans().keySet());
        for (String plan : plans) {
            differences.add(
                    "plan " + plan, before.plans().get(plan), after.plans().get(plan));
        }
        differences.add("default-plan", before.defaultPlan(), after.defaultPlan());
        differences.add("lease", before.lease(), after.lease());
        differences.add("enforce", before.enforce(), after.enforce());
        differences.add("on-store-failure", before.onStoreFailure(), after.onStoreFailure());
        return differences.texts.isEmpty() ? "members or other properties" : String.join("; ", differences.texts);
    }

    private void add(String name, @Nullable Object before, @Nullable Object after) {
        if (!Objects.equals(before, after)) {
            texts.add(name + " " + text(before) + " -> " + text(after));
        }
    }

    private static String text(@Nullable Object value) {
        if (value == null) {
            return "none";
        }
        return value instanceof Quota || value instanceof String
                ? value.toString()
                : value.toString().toLowerCase(Locale.ROOT);
    }
}
