package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.local.LocalStore;
import org.springframework.aot.AotDetector;
import org.springframework.core.env.Environment;

/** What an application decided when it was processed ahead of time: told otherwise now, it would silently go on. */
final class ProcessedChoices {

    private static final String ENABLED = "ratelimit.enabled";

    private ProcessedChoices() {}

    /** Stops the start if limits are switched on or off now that were not then. */
    static void checkEnabled(boolean then, Environment environment) {
        boolean now = !"false".equalsIgnoreCase(environment.getProperty(ENABLED));
        if (now != then) {
            refuse(ENABLED, now, then);
        }
    }

    /** Stops the start if limits shall be counted in this process now, and in Redis then. */
    static void checkStore(RateLimitStore then, RateLimitSettings.Store now) {
        if (now == RateLimitSettings.Store.LOCAL && !(then instanceof LocalStore)) {
            refuse("ratelimit.store", "local", "redis");
        }
    }

    private static void refuse(String property, Object now, Object then) {
        if (AotDetector.useGeneratedArtifacts()) {
            throw new RateLimitConfigurationException(
                    property,
                    now.toString(),
                    "it was " + then + " when the application was processed ahead of time, which cannot be changed "
                            + "later; process it with this value");
        }
    }
}
