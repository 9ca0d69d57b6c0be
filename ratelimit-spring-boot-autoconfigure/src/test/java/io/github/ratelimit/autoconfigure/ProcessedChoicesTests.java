package io.github.ratelimit.autoconfigure;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.internal.limiter.FailurePolicyStore;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.aot.AotDetector;
import org.springframework.core.SpringProperties;
import org.springframework.mock.env.MockEnvironment;

class ProcessedChoicesTests {

    private final MockEnvironment environment = new MockEnvironment();

    @BeforeEach
    void processed() {
        SpringProperties.setProperty(AotDetector.AOT_ENABLED, "true");
    }

    @AfterEach
    void notProcessed() {
        SpringProperties.setProperty(AotDetector.AOT_ENABLED, null);
    }

    private static void assertStops(ThrowingCallable check, String property, String now, String then) {
        assertThatThrownBy(check)
                .isInstanceOf(RateLimitConfigurationException.class)
                .hasMessageContainingAll(
                        property, now, "it was " + then + " when the application was processed ahead of time");
    }

    @Test
    void switchingOffOrOnLaterStopsTheStart() {
        assertStops(() -> ProcessedChoices.checkEnabled(false, environment), "ratelimit.enabled", "true", "false");
        environment.setProperty("ratelimit.enabled", "False");
        assertStops(() -> ProcessedChoices.checkEnabled(true, environment), "ratelimit.enabled", "false", "true");
        assertThatCode(() -> ProcessedChoices.checkEnabled(false, environment)).doesNotThrowAnyException();
    }

    @Test
    void countingInTheProcessLaterStopsTheStart() {
        LocalStore local = new LocalStore(10, LocalClock.SYSTEM);
        assertStops(
                () -> ProcessedChoices.checkStore(
                        new FailurePolicyStore(local, local, () -> 1, System::nanoTime), RateLimitSettings.Store.LOCAL),
                "ratelimit.store",
                "local",
                "redis");
        assertThatCode(() -> ProcessedChoices.checkStore(local, RateLimitSettings.Store.LOCAL))
                .doesNotThrowAnyException();
    }

    @Test
    void nothingIsDecidedBeforeTheStartOfOtherApplications() {
        SpringProperties.setProperty(AotDetector.AOT_ENABLED, null);
        assertThatCode(() -> ProcessedChoices.checkEnabled(false, environment)).doesNotThrowAnyException();
    }
}
