package io.github.ratelimit.internal.web;

import io.github.ratelimit.RateLimitExceededException;
import io.github.ratelimit.RateLimited;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.Callable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Applications that the web tests run. */
final class WebApplication {

    private WebApplication() {}

    /** A few handlers, no Spring Security. */
    @SpringBootConfiguration
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration",
                "org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration",
                "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
                "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
                "org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration"
            })
    @Import({Handlers.class, Service.class})
    static class Plain {}

    /** The same with HTTP Basic and every path permitted. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import({Handlers.class, Service.class})
    static class Secured {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) {
            return http.csrf(csrf -> csrf.disable())
                    .cors(Customizer.withDefaults())
                    .authorizeHttpRequests(requests -> requests.requestMatchers("/private")
                            .authenticated()
                            .anyRequest()
                            .permitAll())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("ana").password("{noop}a").build(),
                    User.withUsername("ben").password("{noop}b").build());
        }
    }

    /** CORS as MVC applications write it. */
    static class MvcCors implements WebMvcConfigurer {

        @Override
        public void addCorsMappings(CorsRegistry registry) {
            registry.addMapping("/**").allowedOrigins("https://shop.example").exposedHeaders("Retry-After");
        }
    }

    /** What the controller calls. */
    static class Service {

        @RateLimited(policy = "service", key = "#name")
        public String limited(String name) {
            return name;
        }

        @RateLimited(policy = "filtered")
        public void sharedWithFilter() {
            // only limited
        }
    }

    @RestController
    static class Handlers {

        private final Service service;

        Handlers(Service service) {
            this.service = service;
        }

        @GetMapping({"/a/b", "/a/other", "/private", "/form"})
        String get() {
            return "ok";
        }

        @PostMapping({"/a/b", "/form"})
        String post() {
            return "ok";
        }

        @GetMapping("/service")
        String service(@RequestParam String name) {
            return service.limited(name);
        }

        @GetMapping("/bulk")
        String bulk(@RequestParam int calls) {
            for (int i = 0; i < calls; i++) {
                service.sharedWithFilter();
            }
            return "ok";
        }

        @GetMapping("/caught")
        String caught(HttpServletResponse response) {
            try {
                return service.limited("caught");
            } catch (RateLimitExceededException refused) {
                response.setStatus(418);
                return refused.decision().outcome().name();
            }
        }

        @GetMapping("/async/callable")
        Callable<String> callable() {
            return () -> "ok";
        }

        @GetMapping("/async/deferred")
        DeferredResult<String> deferred() {
            DeferredResult<String> result = new DeferredResult<>();
            new Thread(() -> result.setResult("ok")).start();
            return result;
        }

        @GetMapping("/async/stream")
        StreamingResponseBody stream() {
            return out -> out.write('x');
        }

        @GetMapping("/async/sse")
        SseEmitter events() throws Exception {
            SseEmitter emitter = new SseEmitter();
            emitter.send("ok");
            emitter.complete();
            return emitter;
        }

        @GetMapping("/async/forward")
        void forward(HttpServletRequest request, HttpServletResponse response) throws Exception {
            request.getRequestDispatcher("/a/b").forward(request, response);
        }

        @GetMapping("/async/error")
        String error() {
            throw new IllegalStateException("broken on purpose");
        }
    }
}
