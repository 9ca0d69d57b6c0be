package io.github.ratelimit.internal.web;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimited;
import io.github.ratelimit.RateLimiter;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Requests that end in every way, behind Spring Security. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({OutcomeApplication.Ends.class, OutcomeApplication.Pages.class, OutcomeApplication.Work.class})
class OutcomeApplication {

    /** How often a password was looked at. */
    final AtomicInteger passwords = new AtomicInteger();

    @Bean
    SecurityFilterChain chain(HttpSecurity http) {
        return http.csrf(csrf -> csrf.disable())
                .authorizeHttpRequests(requests -> requests.requestMatchers("/private/**")
                        .authenticated()
                        .anyRequest()
                        .permitAll())
                .httpBasic(Customizer.withDefaults())
                .build();
    }

    @Bean
    UserDetailsService users() {
        return name -> {
            passwords.incrementAndGet();
            return User.withUsername(name).password("{noop}right").build();
        };
    }

    /** Answers with the status of the error, or with that of a parameter. */
    @Controller
    static class Pages implements ErrorController {

        @RequestMapping("/error")
        void page(HttpServletRequest request, HttpServletResponse response) {
            String page = request.getParameter("page");
            response.setStatus(
                    page == null
                            ? (Integer) request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE)
                            : Integer.parseInt(page));
        }
    }

    static class Work {

        private final RateLimiter limiter;

        Work(RateLimiter limiter) {
            this.limiter = limiter;
        }

        @RateLimited(policy = "annotated", key = "#key")
        public void annotated(String key) {
            // only limited
        }

        @RateLimited(policy = "paid", cost = "#cost", refundFor = IllegalStateException.class)
        public void paid(int cost, boolean fails) {
            if (fails) {
                throw new IllegalStateException("on purpose");
            }
        }

        void coded(String key) {
            limiter.tryAcquire(RateLimitCheck.of("coded", key));
        }
    }

    @RestController
    static class Ends {

        private final Work work;

        Ends(Work work) {
            this.work = work;
        }

        @GetMapping({"/private/password", "/private/other"})
        String ok() {
            return "ok";
        }

        @GetMapping("/end/entity")
        ResponseEntity<String> entity(@RequestParam int status, @RequestParam(required = false) String body) {
            return ResponseEntity.status(status).body(body);
        }

        @GetMapping("/end/send-error")
        void sendError(@RequestParam int status, HttpServletResponse response) throws IOException {
            response.sendError(status);
        }

        @GetMapping("/end/exception")
        void exception() {
            throw new IllegalStateException("on purpose");
        }

        @GetMapping("/end/work")
        ResponseEntity<String> work(@RequestParam int status, @RequestParam String key) {
            work.annotated(key);
            work.coded(key);
            return ResponseEntity.status(status).body("done");
        }

        @GetMapping("/paid")
        String paid(@RequestParam int cost, @RequestParam boolean fails) {
            work.paid(cost, fails);
            return "done";
        }

        @GetMapping("/end/after-commit")
        void afterCommit(HttpServletResponse response) throws IOException {
            response.flushBuffer();
            throw new IOException("on purpose");
        }

        @GetMapping("/end/endless")
        void endless(HttpServletResponse response) throws IOException {
            OutputStream body = response.getOutputStream();
            while (true) {
                body.write(new byte[65_536]);
            }
        }

        @GetMapping("/end/callable")
        Callable<ResponseEntity<String>> callable(@RequestParam int status) {
            return () -> ResponseEntity.status(status).body("later");
        }

        @GetMapping("/end/deferred")
        DeferredResult<String> deferred() {
            DeferredResult<String> result = new DeferredResult<>();
            new Thread(() -> result.setErrorResult(new IllegalStateException("on purpose"))).start();
            return result;
        }

        @GetMapping("/end/timeout")
        DeferredResult<String> timeout() {
            return new DeferredResult<>(50L);
        }

        @GetMapping("/end/stream")
        StreamingResponseBody stream() {
            return out -> out.write('x');
        }

        @GetMapping("/end/sse")
        SseEmitter events() {
            SseEmitter emitter = new SseEmitter();
            new Thread(() -> {
                        try {
                            emitter.send("event");
                            emitter.complete();
                        } catch (IOException gone) {
                            emitter.completeWithError(gone);
                        }
                    })
                    .start();
            return emitter;
        }

        @GetMapping("/end/raw")
        void raw(@RequestParam int status, HttpServletRequest request, HttpServletResponse response) {
            AsyncContext async = request.startAsync(request, response);
            response.setStatus(status);
            new Thread(async::complete).start();
        }
    }
}
