package io.github.ratelimit.internal.actuate;

import io.github.ratelimit.Limit;
import io.github.ratelimit.Quota;
import java.time.Duration;
import java.util.Locale;

/** Values as they are written in YAML. */
final class Yaml {

    private Yaml() {}

    static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String text(Duration duration) {
        return new Limit(1, duration).periodText();
    }

    /** The limits without their burst. */
    static String limits(Quota quota) {
        return quota.withBurst(null).toString();
    }
}
