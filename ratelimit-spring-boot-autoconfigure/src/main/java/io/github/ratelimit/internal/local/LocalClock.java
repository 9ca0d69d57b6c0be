package io.github.ratelimit.internal.local;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** The time a local store goes by. */
public interface LocalClock {

    /** This machine's clocks. */
    LocalClock SYSTEM = new LocalClock() {
        @Override
        public long monotonicMicros() {
            return System.nanoTime() / 1_000;
        }

        @Override
        public long wallMicros() {
            return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        }
    };

    /** A clock of the application's tests, for both. */
    static LocalClock of(InstantSource source) {
        return new LocalClock() {
            @Override
            public long monotonicMicros() {
                return wallMicros();
            }

            @Override
            public long wallMicros() {
                return ChronoUnit.MICROS.between(Instant.EPOCH, source.instant());
            }
        };
    }

    /** Microseconds that never go back, from any origin. */
    long monotonicMicros();

    /** Microseconds since the epoch, for windows that follow the calendar. */
    long wallMicros();
}
