package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.PolicyChanges;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.core.env.Environment;

/**
 * Reads {@code ratelimit.*} again and lets the policies' new numbers hold. A set with anything wrong leaves the old one in
 * force. What the application is built on stays as it was at the start.
 */
final class ConfigurationRefresh {

    private static final Logger log = LoggerFactory.getLogger(ConfigurationRefresh.class);

    private final Environment environment;
    private final BeanFactory beans;
    private final PolicyChanges changes;
    private RateLimitProperties running;

    ConfigurationRefresh(Environment environment, BeanFactory beans, PolicyChanges changes) {
        this.environment = environment;
        this.beans = beans;
        this.changes = changes;
        this.running = PropertiesBinding.bind(environment);
    }

    /** Whether a property is one of ours, in whatever spelling. */
    static boolean concerns(String property) {
        return property.toLowerCase(Locale.ROOT).startsWith("ratelimit");
    }

    synchronized void run() {
        try {
            RateLimitProperties fresh = PropertiesBinding.bind(environment);
            read(fresh); // all of it has to be right, as at a start
            RateLimitProperties next = RefreshedProperties.of(running, fresh);
            changes.configure(read(next).stream().map(ActivePolicy::current).toList());
            running = next;
            Set<String> left = RefreshedProperties.differences(next, fresh);
            if (!left.isEmpty()) {
                log.warn("These changes of the configuration hold after a restart only: {}", left);
            }
        } catch (RateLimitConfigurationException wrong) {
            log.error("The changed configuration is wrong, so the one before stays in force: {}", wrong.getMessage());
        } catch (BindException wrong) {
            log.error("The changed configuration is wrong, so the one before stays in force", wrong);
        }
    }

    private List<ActivePolicy> read(RateLimitProperties properties) {
        List<ActivePolicy> policies = SettingsMapper.map(
                        properties, environment.getProperty("spring.application.name"), beans)
                .policies();
        policies.forEach(policy -> policy.planSource().close()); // those that run stay
        return policies;
    }
}
