package io.github.ratelimit.internal.limiter;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.SpelEvaluationException;
import org.springframework.expression.spel.SpelMessage;

/** Evaluates SpEL that meets what callers left out. */
public final class Expressions {

    private static final Set<SpelMessage> OF_NULL = EnumSet.of(
            SpelMessage.PROPERTY_OR_FIELD_NOT_READABLE_ON_NULL,
            SpelMessage.METHOD_CALL_ON_NULL_OBJECT_NOT_ALLOWED,
            SpelMessage.CANNOT_INDEX_INTO_NULL_VALUE);

    private Expressions() {}

    /** The value; null also where something on the way to it is null. */
    public static @Nullable Object valueOrNull(Expression expression, EvaluationContext context) {
        try {
            return expression.getValue(context);
        } catch (SpelEvaluationException failure) {
            if (OF_NULL.contains(failure.getMessageCode())) {
                return null;
            }
            throw failure;
        }
    }
}
