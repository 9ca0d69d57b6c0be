package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.redis.RawCall.Check;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the script reads and leaves behind. A second is 1,000,000 µs here. */
class ScriptStateTests {

    private static final ScriptBench BENCH = new ScriptBench();
    private static final long SECOND = 1_000_000;
    private static final long NOW = 50 * SECOND;

    @AfterAll
    static void close() {
        BENCH.close();
    }

    @BeforeEach
    void freshKeys() throws StoreFailureException {
        BENCH.renew();
        BENCH.at(NOW);
    }

    private static Check bucket(long cost) {
        return Check.bucket(cost).limit(BENCH.key("a"), 10, SECOND);
    }

    private static Check window(long cost) {
        return Check.window(cost).limit(BENCH.key("a"), 10, SECOND);
    }

    private static List<Object> run(RawCall call) throws StoreFailureException {
        return BENCH.run(call);
    }

    @Nested
    class Writing {

        @Test
        void happensWhenCharged() throws StoreFailureException {
            run(RawCall.of().take(bucket(3)));

            assertThat(BENCH.read("a")).isEqualTo("t3 50000000");
            assertThat(BENCH.expiryOf("a")).isBetween(NOW + 300_000, NOW + 300_000 + SECOND);
        }

        @Test
        void neverHappensOnAPeekARefusalOrForNothing() throws StoreFailureException {
            run(RawCall.of().peek(bucket(3)).take(bucket(0)).take(bucket(11)));

            assertThat(BENCH.read("a")).isNull();
        }

        @ParameterizedTest
        @ValueSource(strings = {"garbage", "f10 50900000 0", "t1e400 50000000", "tNaN 50000000", "t-5 50000000"})
        void overwritesWhatItCannotRead(String state) throws StoreFailureException {
            BENCH.write("a", state);

            assertThat(run(RawCall.of().take(bucket(3)))).startsWith(NOW, 1L, 1L);
            assertThat(BENCH.read("a")).isEqualTo("t3 50000000");
        }

        @Test
        void overwritesTheStateOfAnotherAlgorithm() throws StoreFailureException {
            BENCH.write("a", "t10 50000000");

            assertThat(run(RawCall.of().take(window(3)))).startsWith(NOW, 1L, 1L);
            assertThat(BENCH.read("a")).isEqualTo("f3 51000000 0");
        }
    }

    @Nested
    class StateFromTheFuture {

        @Test
        void isMendedEvenOnARefusal() throws StoreFailureException {
            BENCH.write("a", "t10 90000000");

            assertThat(run(RawCall.of().take(bucket(1)))).startsWith(NOW, 1L, 0L, 0L, 100_000L);
            assertThat(BENCH.read("a")).isEqualTo("t10 50000000");
        }

        @Test
        void isMendedWhenNothingIsTaken() throws StoreFailureException {
            BENCH.write("a", "f10 90000000 0");

            run(RawCall.of().take(window(0)));
            assertThat(BENCH.read("a")).isEqualTo("f10 51000000 0");
        }

        @Test
        void isNotMendedByAPeek() throws StoreFailureException {
            BENCH.write("a", "t10 90000000");

            assertThat(run(RawCall.of().peek(bucket(1)))).startsWith(NOW, 1L, 0L, 0L, 100_000L);
            assertThat(BENCH.read("a")).isEqualTo("t10 90000000");
        }
    }

    @Nested
    class Calendar {

        private static final long START = 40 * SECOND;
        private static final long END = 60 * SECOND;
        private static final long NEXT_END = 85 * SECOND;

        private Check today(long cost) {
            return window(cost).calendar(1, START, END, NEXT_END);
        }

        @ParameterizedTest
        @CsvSource({
            // now, end of the window
            "40000000, 60000000",
            "59999999, 60000000",
            "60000000, 85000000",
            "84999999, 85000000",
        })
        void picksTheWindowByRedisTime(long now, long end) throws StoreFailureException {
            BENCH.at(now);

            List<Object> reply = run(RawCall.of().take(today(10)).take(today(1)));

            assertThat(reply).startsWith(now, 1L, 1L).endsWith(0L, 0L, end - now, 0L, 0L, 0L, 0L, end - now, end - now);
            assertThat(BENCH.read("a")).isEqualTo("f10 " + end + " 0");
        }

        @ParameterizedTest
        @ValueSource(longs = {39_999_999, 85_000_000})
        void asksForNewBoundariesOutsideOfThem(long now) throws StoreFailureException {
            BENCH.at(now);
            Check other = Check.bucket(1).limit(BENCH.key("b"), 10, SECOND);

            assertThat(run(RawCall.of().take(other, today(1)).take(other)))
                    .containsExactly(now, 1L, 2L, 1L, 1L, 0L, 1L, 0L, 0L, 9L, 100_000L, 0L);
            assertThat(BENCH.read("a")).isNull();
            assertThat(BENCH.read("b")).isEqualTo("t1 " + now);
        }

        @Test
        void boundsOneOfSeveralLimits() throws StoreFailureException {
            Check check = Check.window(1)
                    .limit(BENCH.key("week"), 10, 7 * 20 * SECOND)
                    .limit(BENCH.key("a"), 10, SECOND)
                    .calendar(2, START, END, NEXT_END);

            run(RawCall.of().take(check));
            assertThat(BENCH.read("week")).isEqualTo("f1 " + (NOW + 140 * SECOND) + " 0");
            assertThat(BENCH.read("a")).isEqualTo("f1 60000000 0");
        }
    }

    @Nested
    class Alerts {

        @Test
        void areSaidOnceAWindowAndLevel() throws StoreFailureException {
            Check eight = window(8).alerts(80, 100);

            assertThat(run(RawCall.of().peek(eight)).get(6)).isEqualTo(0L);
            assertThat(run(RawCall.of().take(eight)).get(6)).isEqualTo(1L);
            assertThat(run(RawCall.of().take(eight)).get(6)).isEqualTo(0L);
            assertThat(run(RawCall.of().take(window(2).alerts(80, 100))).get(6)).isEqualTo(2L);
            assertThat(BENCH.at(NOW + SECOND).run(RawCall.of().take(eight)).get(6))
                    .isEqualTo(1L);
        }

        @Test
        void areNotSaidOfWhatWasNotCharged() throws StoreFailureException {
            Check refused = Check.bucket(2).limit(BENCH.key("b"), 1, SECOND);

            assertThat(run(RawCall.of().take(window(10).alerts(80), refused)).get(6))
                    .isEqualTo(0L);
            assertThat(run(RawCall.of().take(window(10).alerts(80))).get(6)).isEqualTo(1L);
        }
    }

    @Nested
    class Refunds {

        @Test
        void giveAllOfARequestBack() throws StoreFailureException {
            Check other = Check.window(3).limit(BENCH.key("b"), 10, SECOND);
            run(RawCall.of().take(bucket(5), other));

            Check back = Check.window(-3).limit(BENCH.key("b"), 10, SECOND).chargedUntil(NOW + SECOND);
            run(RawCall.of().refund(bucket(-2).chargedUntil(NOW + 500_000), back));

            assertThat(BENCH.read("a")).isEqualTo("t3 50000000");
            assertThat(BENCH.read("b")).isNull();
        }

        @Test
        void writeNothingWhereNothingIs() throws StoreFailureException {
            run(RawCall.of().refund(window(-2).chargedUntil(NOW + 500_000)));
            assertThat(BENCH.read("a")).isNull();
        }

        @Test
        void leaveTheStateOfAnotherAlgorithmAlone() throws StoreFailureException {
            BENCH.write("a", "f3 50500000 0");

            run(RawCall.of().refund(bucket(-2).chargedUntil(NOW + 500_000)));
            assertThat(BENCH.read("a")).isEqualTo("f3 50500000 0");
        }

        @Test
        void leaveNothingOfAFullBucket() throws StoreFailureException {
            run(RawCall.of().take(bucket(5)).refund(bucket(-5).chargedUntil(NOW + 500_000)));
            assertThat(BENCH.read("a")).isNull();
        }
    }
}
