package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.util.List;

/** The flat list that {@code decide.lua} answers a call with: Redis's time, then each request's reply. */
final class ScriptReply {

    private final ReplyCursor cursor;
    private final long nowMicros;
    private final boolean tooLate;

    ScriptReply(List<?> values) throws StoreFailureException {
        this.cursor = new ReplyCursor(values, 0);
        this.nowMicros = cursor.number();
        this.tooLate = cursor.number() == 0;
    }

    /** Redis's time when the script ran, in µs. */
    long nowMicros() {
        return nowMicros;
    }

    /** Whether the call ran after its not-after, and so decided nothing. */
    boolean isTooLate() {
        return tooLate;
    }

    /**
     * The next request's reply.
     *
     * @param fields how many values its checks have when they are decided
     */
    RequestReply next(int fields) throws StoreFailureException {
        RequestReply reply = RequestReply.at(cursor.here(), nowMicros);
        cursor.skip(reply.length(fields));
        return reply;
    }
}
