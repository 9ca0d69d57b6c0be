package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what is wrong with the configuration, and where to change it. */
final class RateLimitConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<RateLimitConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RateLimitConfigurationException cause) {
        String value = cause.value() == null ? "" : " = '" + cause.value() + "'";
        String description = "Rate limits are not configured correctly:\n\n    " + cause.subject() + value + "\n    "
                + cause.reason();
        String action = cause.subject().startsWith("@")
                ? "Correct the annotation."
                : "Correct " + cause.subject() + " in the configuration (file, command line or environment).";
        return new FailureAnalysis(description, action, cause);
    }
}
