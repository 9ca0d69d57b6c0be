package io.github.ratelimit.internal.web;

import io.github.ratelimit.InvalidRateLimitCheckException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/** Answers 400 when an annotated method cannot be limited by what the caller sent. */
@ControllerAdvice
public final class InvalidCheckAdvice implements Ordered {

    private final Refusals refusals;
    private final ApplicationContext context;

    /** Stands where the application's other advices leave room. */
    public InvalidCheckAdvice(Refusals refusals, ApplicationContext context) {
        this.refusals = refusals;
        this.context = context;
    }

    @ExceptionHandler
    void badRequest(InvalidRateLimitCheckException invalid, HttpServletResponse response) throws IOException {
        refusals.badRequestWithinMvc(response, invalid);
    }

    @Override
    public int getOrder() {
        return AdviceOrder.of(InvalidRateLimitCheckException.class, context);
    }
}
