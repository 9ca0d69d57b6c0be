package io.github.ratelimit.autoconfigure;

import jakarta.servlet.ServletContext;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.core.env.Environment;

/** Warns of Jetty's own reading of forwarding headers: it takes the leftmost address, which anybody can write. */
final class JettyForwarding {

    private static final Logger log = LoggerFactory.getLogger(JettyForwarding.class);
    private static final String STRATEGY = "server.forward-headers-strategy";

    private JettyForwarding() {}

    static void warn(ServletContext servlets, Environment environment) {
        String server = servlets.getServerInfo();
        if (server != null && server.toLowerCase(Locale.ROOT).startsWith("jetty") && isNative(environment)) {
            log.warn(
                    "Jetty takes the client's address from the left of X-Forwarded-For, whoever sent it, so callers can choose "
                            + "whose limits they use: set {}: none or framework, and name your proxies in "
                            + "ratelimit.client-ip.trusted-proxies",
                    STRATEGY);
        }
    }

    /** Told so, or as Boot does by itself on most cloud platforms. */
    private static boolean isNative(Environment environment) {
        String strategy = environment.getProperty(STRATEGY, "");
        CloudPlatform platform = CloudPlatform.getActive(environment);
        return strategy.isBlank()
                ? platform != null && platform.isUsingForwardHeaders()
                : strategy.equalsIgnoreCase("native");
    }
}
