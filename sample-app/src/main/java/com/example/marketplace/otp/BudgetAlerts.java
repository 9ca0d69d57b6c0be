package com.example.marketplace.otp;

import io.github.ratelimit.RateLimitAlertEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

@Component
class BudgetAlerts {

    private static final Logger log = LoggerFactory.getLogger(BudgetAlerts.class);

    /** Heard once a day and level, by one of all instances: the place to wake somebody up. */
    @EventListener
    void on(RateLimitAlertEvent alert) {
        log.error("{} % of {} are used: policy {}", alert.level(), alert.limit(), alert.policy());
    }
}
