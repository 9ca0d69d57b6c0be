package io.github.ratelimit.internal.limiter;

import org.jspecify.annotations.Nullable;

/** Wrong configuration. It stops the start and says what to change. */
public class RateLimitConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String subject;
    private final @Nullable String value;
    private final String reason;

    /**
     * Something is wrong.
     *
     * @param subject the property as spelt in YAML, or the annotated method
     * @param value what it is set to; null if it is missing, or has none
     * @param reason why that cannot be, and what can
     */
    public RateLimitConfigurationException(String subject, @Nullable String value, String reason) {
        super(subject + (value == null ? "" : " = '" + value + "'") + ": " + reason);
        this.subject = subject;
        this.value = value;
        this.reason = reason;
    }

    /** The property or the annotated method. */
    public String subject() {
        return subject;
    }

    /** Its value; null if it is missing, or has none. */
    public @Nullable String value() {
        return value;
    }

    /** Why that cannot be, and what can. */
    public String reason() {
        return reason;
    }
}
