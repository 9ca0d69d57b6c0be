package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the values of a flat list, the reply of {@code decide.lua}. */
final class ListCursor implements ReplyCursor {

    private final List<?> values;
    private int next;

    ListCursor(List<?> values, int from) {
        this.values = values;
        this.next = from;
    }

    @Override
    public long number() throws StoreFailureException {
        if (next < values.size() && values.get(next) instanceof Long number) {
            next++;
            return number;
        }
        throw malformed();
    }

    @Override
    public String text() throws StoreFailureException {
        if (next < values.size() && values.get(next) instanceof byte[] text) {
            next++;
            return new String(text, StandardCharsets.UTF_8).strip();
        }
        throw malformed();
    }

    @Override
    public void skip(int count) throws StoreFailureException {
        if (count > values.size() - next) {
            throw malformed();
        }
        next += count;
    }

    /** What follows, if that is one text and nothing else. */
    byte @Nullable [] lastText() {
        return next == values.size() - 1 && values.get(next) instanceof byte[] text ? text : null;
    }

    @Override
    public ReplyCursor here() {
        return new ListCursor(values, next);
    }

    @Override
    public StoreFailureException malformed() {
        return ReplyCursor.malformedAt(next);
    }
}
