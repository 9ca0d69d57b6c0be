package io.github.ratelimit.internal.local;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Time that only the test moves; the wall clock has an origin of its own, as in life. */
final class TestClock implements LocalClock {

    private long monotonic = 5_000_000;
    private long wall = 1_800_000_000_000_000L;

    void advance(long micros) {
        monotonic += micros;
        wall += micros;
    }

    /** Both at once. */
    void set(long micros) {
        monotonic = micros;
        wall = micros;
    }

    void setWall(String instant) {
        wall = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(instant));
    }

    @Override
    public long monotonicMicros() {
        return monotonic;
    }

    @Override
    public long wallMicros() {
        return wall;
    }
}
