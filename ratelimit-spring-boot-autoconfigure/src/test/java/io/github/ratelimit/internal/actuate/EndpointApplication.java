package io.github.ratelimit.internal.actuate;

import io.github.ratelimit.RateLimitPolicyChangedEvent;
import io.github.ratelimit.RateLimited;
import io.github.ratelimit.testing.RunningApplication;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application with a few limits, whose actuator is for the user {@code ops}. */
@SpringBootConfiguration
@EnableAutoConfiguration
class EndpointApplication {

    static final String[] OPS = RunningApplication.basic("ops", "o");

    final List<RateLimitPolicyChangedEvent> events = new CopyOnWriteArrayList<>();

    /** Starts it with the endpoint exposed and open; later properties win. */
    static RunningApplication start(String... more) {
        return RunningApplication.start(
                EndpointApplication.class,
                Stream.concat(
                                Stream.of(
                                        "management.endpoints.web.exposure.include=health,ratelimits",
                                        "management.endpoint.ratelimits.access=unrestricted",
                                        "ratelimit.policies.api.paths=/api/**",
                                        "ratelimit.policies.api.key=header:X-User",
                                        "ratelimit.policies.api.on-missing-key=skip",
                                        "ratelimit.policies.api.limit=5/1h",
                                        "ratelimit.policies.pair.key=ip + header:X-User",
                                        "ratelimit.policies.pair.limit=10/1s, 100/1h",
                                        "ratelimit.policies.budget.key=global",
                                        "ratelimit.policies.budget.limit=50/1d",
                                        "ratelimit.policies.budget.algorithm=fixed-window",
                                        "ratelimit.policies.member.limit=4/1h",
                                        "ratelimit.policies.member.plans.gold.limit=40/1h",
                                        "ratelimit.policies.member.plans.gold.members=g1",
                                        "ratelimit.policies.partner.key=header:X-Api-Key",
                                        "ratelimit.policies.partner.default-plan=basic",
                                        "ratelimit.policies.partner.plans.basic.limit=10/1h",
                                        "ratelimit.policies.partner.plans.basic.members=b1, b2",
                                        "ratelimit.policies.partner.plans.pro.limit=100/1h",
                                        "ratelimit.policies.partner.plans.pro.burst=20",
                                        "ratelimit.policies.partner.plans.pro.members=p1"),
                                Stream.of(more))
                        .toArray(String[]::new));
    }

    static Operator operator(RunningApplication application) {
        return new Operator(application.port(), OPS);
    }

    /** What a caller of /api is told: status and what is left. */
    static String call(RunningApplication application, String user) {
        var response = application.get("/api/x", "X-User", user);
        return response.statusCode() + " "
                + response.headers().firstValue("X-RateLimit-Remaining").orElse("-");
    }

    @EventListener
    void on(RateLimitPolicyChangedEvent event) {
        events.add(event);
    }

    @RestController
    static class Api {

        @GetMapping("/api/x")
        String x() {
            return "x";
        }
    }

    static class Reports {

        @RateLimited(limit = "3/1h", key = "#name")
        public void print(String name) {}
    }

    @Bean
    Reports reports() {
        return new Reports();
    }

    @Bean
    SecurityFilterChain chain(HttpSecurity http) {
        return http.csrf(csrf -> csrf.disable())
                .authorizeHttpRequests(requests -> requests.requestMatchers("/actuator/**")
                        .hasRole("OPERATOR")
                        .anyRequest()
                        .permitAll())
                .httpBasic(Customizer.withDefaults())
                .build();
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                User.withUsername("ops").password("{noop}o").roles("OPERATOR").build(),
                User.withUsername("ana").password("{noop}a").roles("USER").build());
    }
}
