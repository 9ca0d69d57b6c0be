package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads big-endian doubles, and texts that follow their length: the reply of {@code buckets.lua}. */
final class PackedCursor implements ReplyCursor {

    private final ByteBuffer values;

    PackedCursor(ByteBuffer values) {
        this.values = values;
    }

    @Override
    public long number() throws StoreFailureException {
        if (values.remaining() < Double.BYTES) {
            throw malformed();
        }
        return (long) values.getDouble();
    }

    @Override
    public String text() throws StoreFailureException {
        long length = number();
        if (length < 0 || length > values.remaining()) {
            throw malformed();
        }
        byte[] text = new byte[(int) length];
        values.get(text);
        return new String(text, StandardCharsets.UTF_8).strip();
    }

    @Override
    public void skip(int count) throws StoreFailureException {
        if (count > values.remaining() / Double.BYTES) {
            throw malformed();
        }
        values.position(values.position() + count * Double.BYTES);
    }

    @Override
    public ReplyCursor here() {
        return new PackedCursor(values.duplicate());
    }

    @Override
    public StoreFailureException malformed() {
        return ReplyCursor.malformedAt(values.position());
    }
}
