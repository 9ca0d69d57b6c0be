package io.github.ratelimit.internal.actuate;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** The health component {@code ratelimit} of Spring Boot 3.5. */
public final class Boot3HealthIndicator implements HealthIndicator {

    private final HealthReport report;

    /** Shows this report. */
    public Boot3HealthIndicator(HealthReport report) {
        this.report = report;
    }

    @Override
    public Health health() {
        Health.Builder health = report.isDown() ? Health.down() : Health.up();
        return health.withDetails(report.details()).build();
    }
}
