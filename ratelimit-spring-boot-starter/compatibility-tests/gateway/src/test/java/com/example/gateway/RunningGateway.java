package com.example.gateway;

import com.example.compatibility.Redis;
import com.example.compatibility.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/** The gateway of {@code docs/recipes.md}: its {@code application.yml} is read from there. */
final class RunningGateway extends Site {

    private static final Path DOCUMENT = Path.of("../../../docs/recipes.md");
    private static final Pattern YAML = Pattern.compile("<!-- gateway -->\n```yaml\n(.*?)```\n", Pattern.DOTALL);

    private RunningGateway(Redis redis, String... properties) {
        super(new SpringApplicationBuilder(Application.class)
                .run(Stream.concat(
                                Stream.of(
                                        "spring.config.location=file:" + configuration(),
                                        "server.port=0",
                                        "spring.main.banner-mode=off",
                                        "spring.data.redis.port=" + redis.port(),
                                        "ratelimit.key-prefix=gateway:" + UUID.randomUUID(),
                                        "ratelimit.redis.deadline=10s",
                                        "ratelimit.client-ip.trusted-proxies=127.0.0.1"),
                                Stream.of(properties))
                        .map("--"::concat)
                        .toArray(String[]::new)));
    }

    /** Starts it in front of two services; later properties, {@code name=value}, win. */
    static RunningGateway start(Redis redis, Downstream orders, Downstream partners, String... properties) {
        return new RunningGateway(
                redis,
                Stream.concat(
                                Stream.of("ORDERS_URL=" + orders.url(), "PARTNERS_URL=" + partners.url()),
                                Stream.of(properties))
                        .toArray(String[]::new));
    }

    private static Path configuration() {
        try {
            Matcher yaml = YAML.matcher(Files.readString(DOCUMENT));
            if (!yaml.find()) {
                throw new IllegalStateException(DOCUMENT + " has no block for the gateway");
            }
            Path file = Files.createTempFile("gateway", ".yml");
            file.toFile().deleteOnExit();
            return Files.writeString(file, yaml.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(GatewaySecurity.class)
    static class Application {

        /** Lets through every spelling of a path, so that the limits meet them. */
        @Bean
        HttpFirewall firewall() {
            StrictHttpFirewall firewall = new StrictHttpFirewall();
            firewall.setAllowSemicolon(true);
            firewall.setAllowUrlEncodedDoubleSlash(true);
            firewall.setAllowUrlEncodedSlash(true);
            firewall.setAllowUrlEncodedPercent(true);
            firewall.setAllowUrlEncodedPeriod(true);
            firewall.setAllowBackSlash(true);
            return firewall;
        }

        /** Everybody whose password is their name. */
        @Bean
        UserDetailsService users() {
            return name -> User.withUsername(name).password("{noop}" + name).build();
        }
    }
}
