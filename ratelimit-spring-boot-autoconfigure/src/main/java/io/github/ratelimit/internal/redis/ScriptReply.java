package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.nio.ByteBuffer;
import java.util.List;

/** What the script answers a call with: Redis's time, then each request's reply, in a flat list or packed as one text. */
final class ScriptReply {

    private final ReplyCursor cursor;
    private final long nowMicros;
    private final boolean tooLate;

    ScriptReply(List<?> values) throws StoreFailureException {
        ListCursor list = new ListCursor(values, 0);
        this.nowMicros = list.number();
        this.tooLate = list.number() == 0;
        byte[] packed = list.lastText();
        this.cursor = packed == null ? list : new PackedCursor(ByteBuffer.wrap(packed), 0);
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
        RequestReply reply = RequestReply.at(cursor, nowMicros);
        cursor.skip(reply.length(fields));
        return reply;
    }
}
