package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitExceededException;
import io.github.ratelimit.testing.RunningApplication;
import io.github.ratelimit.web.RateLimitRejectionHandler;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Who writes the answer: the built-in, the application's handler, or its advice. */
class AnswersTests {

    @RestControllerAdvice
    static class CatchAll {

        @ExceptionHandler
        @ResponseStatus(HttpStatus.INTERNAL_SERVER_ERROR)
        String everything(Exception exception) {
            return "caught " + exception.getClass().getSimpleName();
        }
    }

    @RestControllerAdvice
    static class NamesIt {

        @ExceptionHandler(RateLimitExceededException.class)
        @ResponseStatus(HttpStatus.CONFLICT)
        String ours() {
            return "named";
        }
    }

    @Import({WebApplication.Plain.class, CatchAll.class})
    static class WithCatchAll {}

    @Import({WebApplication.Plain.class, NamesIt.class})
    static class WithNamed {}

    @Import(WebApplication.Plain.class)
    static class WithHandler {

        @Bean
        RateLimitRejectionHandler handler() {
            return (request, response, decision) -> {
                response.setStatus(503);
                response.getWriter().write("own " + decision.outcome());
            };
        }
    }

    @Test
    void aCatchAllDoesNotTurnARefusalIntoA500() {
        try (RunningApplication application = start(WithCatchAll.class)) {
            application.get("/service?name=n");
            assertThat(application.get("/service?name=n").statusCode()).isEqualTo(429);
        }
    }

    @Test
    void anUnreadableValueOfAMethodIsA400InSpiteOfACatchAll() {
        try (RunningApplication application = start(WithCatchAll.class, "ratelimit.policies.service.normalize=email")) {
            HttpResponse<String> response = application.get("/service?name=none");
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        }
    }

    @Test
    void aHandlerThatNamesTheExceptionWins() {
        try (RunningApplication application = start(WithNamed.class)) {
            application.get("/service?name=n");
            HttpResponse<String> refused = application.get("/service?name=n");
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).isEqualTo("named");
        }
    }

    @Test
    void aRejectionHandlerBeanAnswersForFilterAndMethod() {
        try (RunningApplication application = start(WithHandler.class)) {
            application.get("/service?name=n");
            assertThat(application.get("/service?name=n").body()).isEqualTo("own REFUSED");
            application.get("/a/b");
            HttpResponse<String> refused = application.get("/a/b");
            assertThat(refused.body()).isEqualTo("own REFUSED");
            assertThat(refused.headers().firstValue("X-RateLimit-Remaining")).contains("0");
        }
    }

    private static RunningApplication start(Class<?> source, String... more) {
        String[] policies = {
            "ratelimit.policies.service.limit=1/1h",
            "ratelimit.policies.filtered.limit=1/1h",
            "ratelimit.policies.f.paths=/a/b",
            "ratelimit.policies.f.key=ip",
            "ratelimit.policies.f.limit=1/1h"
        };
        return RunningApplication.start(
                source, Stream.of(policies, more).flatMap(Arrays::stream).toArray(String[]::new));
    }
}
