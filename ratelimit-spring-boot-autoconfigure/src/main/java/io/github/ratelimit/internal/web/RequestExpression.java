package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.limiter.Expressions;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/** A SpEL expression of the configuration over {@code request} and {@code principal}. Parsed once. */
final class RequestExpression {

    private static final SpelExpressionParser PARSER = new SpelExpressionParser();

    private final Expression expression;

    private RequestExpression(Expression expression) {
        this.expression = expression;
    }

    /**
     * Parses the text.
     *
     * @throws IllegalArgumentException if it is no SpEL
     */
    static RequestExpression parse(String text) {
        try {
            return new RequestExpression(PARSER.parseExpression(text));
        } catch (ParseException wrong) {
            throw new IllegalArgumentException("is no SpEL expression: " + wrong.getMessage(), wrong);
        }
    }

    /** The value for one request. */
    @Nullable
    Object evaluate(HttpServletRequest request) {
        StandardEvaluationContext context = new StandardEvaluationContext(new Root(request));
        context.setVariable("request", request);
        context.setVariable("principal", request.getUserPrincipal());
        return Expressions.valueOrNull(expression, context);
    }

    /** What an expression sees without a {@code #}. */
    static final class Root {

        private final HttpServletRequest request;

        private Root(HttpServletRequest request) {
            this.request = request;
        }

        /** The request. */
        public HttpServletRequest getRequest() {
            return request;
        }

        /** The authenticated user, or null. */
        public @Nullable Principal getPrincipal() {
            return request.getUserPrincipal();
        }
    }
}
