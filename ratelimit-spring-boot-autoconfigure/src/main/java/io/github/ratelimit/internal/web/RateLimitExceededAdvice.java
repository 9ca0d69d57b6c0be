package io.github.ratelimit.internal.web;

import io.github.ratelimit.RateLimitExceededException;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/** Answers the refusal of an annotated method as the filter answers its own. */
@ControllerAdvice
public final class RateLimitExceededAdvice implements Ordered {

    private final Refusals refusals;
    private final ApplicationContext context;

    /** Stands where the application's other advices leave room. */
    public RateLimitExceededAdvice(Refusals refusals, ApplicationContext context) {
        this.refusals = refusals;
        this.context = context;
    }

    @ExceptionHandler
    void refuse(RateLimitExceededException refused, HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        refusals.refuseWithinMvc(request, response, refused.decision());
    }

    @Override
    public int getOrder() {
        return AdviceOrder.of(RateLimitExceededException.class, context);
    }
}
