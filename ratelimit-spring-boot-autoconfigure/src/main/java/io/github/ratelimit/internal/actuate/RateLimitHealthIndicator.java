package io.github.ratelimit.internal.actuate;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The health component {@code ratelimit} of Spring Boot 4. */
public final class RateLimitHealthIndicator implements HealthIndicator {

    private final HealthReport report;

    /** Shows this report. */
    public RateLimitHealthIndicator(HealthReport report) {
        this.report = report;
    }

    @Override
    public Health health() {
        Health.Builder health = report.isDown() ? Health.down() : Health.up();
        return health.withDetails(report.details()).build();
    }
}
