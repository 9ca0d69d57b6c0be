package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads the values of a reply one after the other. What is not as it must be is a failure of the store. */
final class ReplyCursor {

    private final List<?> values;
    private int next;

    ReplyCursor(List<?> values, int from) {
        this.values = values;
        this.next = from;
    }

    long number() throws StoreFailureException {
        if (next < values.size() && values.get(next) instanceof Long number) {
            next++;
            return number;
        }
        throw malformed();
    }

    String text() throws StoreFailureException {
        if (next < values.size() && values.get(next) instanceof byte[] text) {
            next++;
            return new String(text, StandardCharsets.UTF_8).strip();
        }
        throw malformed();
    }

    void skip(int count) throws StoreFailureException {
        if (count > values.size() - next) {
            throw malformed();
        }
        next += count;
    }

    /** Another cursor at the same place. */
    ReplyCursor here() {
        return new ReplyCursor(values, next);
    }

    StoreFailureException malformed() {
        return new StoreFailureException("Redis answered something else than the script's reply, at place " + next);
    }
}
