package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads big-endian doubles, and texts that follow their length: the reply of {@code buckets.lua}. */
final class PackedCursor implements ReplyCursor {

    private final ByteBuffer values;
    private int next;

    PackedCursor(ByteBuffer values, int from) {
        this.values = values;
        this.next = from;
    }

    @Override
    public long number() throws StoreFailureException {
        int at = next;
        skip(1);
        return (long) values.getDouble(at);
    }

    @Override
    public String text() throws StoreFailureException {
        long length = number();
        if (length < 0 || length > remaining()) {
            throw malformed();
        }
        byte[] text = new byte[(int) length];
        values.get(next, text);
        next += text.length;
        return new String(text, StandardCharsets.UTF_8).strip();
    }

    @Override
    public void skip(int count) throws StoreFailureException {
        if (count > remaining() / Double.BYTES) {
            throw malformed();
        }
        next += count * Double.BYTES;
    }

    private int remaining() {
        return values.capacity() - next;
    }

    @Override
    public ReplyCursor here() {
        return new PackedCursor(values, next);
    }

    @Override
    public StoreFailureException malformed() {
        return ReplyCursor.malformedAt(next);
    }
}
