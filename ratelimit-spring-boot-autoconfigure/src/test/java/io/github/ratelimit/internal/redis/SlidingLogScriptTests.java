package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.redis.RawCall.Check;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The log in the driver, as it is a function over a sorted set: ten a second, at 50 s. */
class SlidingLogScriptTests {

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

    private static Check log(long cost) {
        return Check.log(cost).limit(BENCH.key("a"), 10, SECOND);
    }

    /** What the reply says of the only check: fits, wait, remaining, reset. */
    private static List<Object> answer(RawCall call) throws StoreFailureException {
        List<Object> reply = BENCH.run(call);
        assertThat(reply).hasSize(11);
        return List.of(reply.get(3), reply.get(4), reply.get(8), reply.get(9));
    }

    /** {@code 3x49500000}: three entries of that µs. */
    private static long[] times(String text) {
        return Arrays.stream(text.split(" "))
                .filter(word -> !word.isEmpty())
                .map(word -> word.split("x"))
                .flatMapToLong(word ->
                        LongStream.generate(() -> Long.parseLong(word[1])).limit(Long.parseLong(word[0])))
                .toArray();
    }

    @Nested
    class Taking {

        @ParameterizedTest
        @CsvSource({
            // entries, cost, fits, wait, remaining, reset
            "'',                       1,  1, 0,       9,  1000000",
            "'',                       10, 1, 0,       0,  1000000",
            "'',                       11, 0, -1,      10, 0",
            "'',                       0,  1, 0,       10, 0",
            "9x49500000,               1,  1, 0,       0,  1000000",
            "9x49500000,               2,  0, 500000,  1,  500000",
            "9x49500000,               0,  1, 0,       1,  500000",
            "10x49000000,              10, 1, 0,       0,  1000000", // a second old: out
            "10x49000001,              1,  0, 1,       0,  1", // a microsecond younger
            "4x49200000 6x49700000,    1,  0, 200000,  0,  700000", // until the oldest is out
            "4x49200000 6x49700000,    4,  0, 200000,  0,  700000",
            "4x49200000 6x49700000,    5,  0, 700000,  0,  700000", // until the fifth is
            "4x48000000 6x49700000,    4,  1, 0,       0,  1000000", // those that count no more do not matter
            "4x48000000 6x49700000,    5,  0, 700000,  4,  700000",
            "10x52000000,              1,  0, 3000000, 0,  3000000", // the clock went back: they age by their own time
            "3x49500000 2x52000000,    5,  1, 0,       0,  3000000",
        })
        void goesOnLikeThis(String entries, long cost, long fits, long wait, long remaining, long reset)
                throws StoreFailureException {
            BENCH.writeLog("a", times(entries));

            assertThat(answer(RawCall.of().take(log(cost)))).containsExactly(fits, wait, remaining, reset);
        }

        @ParameterizedTest
        @CsvSource({
            // period, remaining after one more of two half a second ago
            "100000, 9",
            "500000, 9",
            "500001, 7",
            "60000000, 7",
        })
        void countsWhatIsYoungEnoughForAChangedDuration(long period, long remaining) throws StoreFailureException {
            BENCH.writeLog("a", times("2x49500000"));
            Check check = Check.log(1).limit(BENCH.key("a"), 10, period);

            assertThat(answer(RawCall.of().take(check)).get(2)).isEqualTo(remaining);
        }

        @Test
        void lowerCountLeavesNothingAndWaitsForThoseTooMany() throws StoreFailureException {
            BENCH.writeLog("a", times("4x49200000 6x49700000"));
            Check check = Check.log(1).limit(BENCH.key("a"), 7, SECOND);

            assertThat(answer(RawCall.of().take(check))).containsExactly(0L, 200_000L, 0L, 700_000L);
            Check lower = Check.log(1).limit(BENCH.key("a"), 6, SECOND);
            assertThat(answer(RawCall.of().take(lower))).containsExactly(0L, 700_000L, 0L, 700_000L);
        }
    }

    @Nested
    class Entries {

        @Test
        void areUniqueWithinAMicrosecondOverAllRequestsOfACall() throws StoreFailureException {
            BENCH.run(RawCall.of().take(log(2)).take(log(1)).take(log(2)));
            BENCH.run(RawCall.of().take(log(1)));

            assertThat(BENCH.readLog("a"))
                    .containsExactly(
                            "50000000:0000",
                            "50000000:0001",
                            "50000000:0002",
                            "50000000:0003",
                            "50000000:0004",
                            "50000000:0005");
        }

        @Test
        void areNotWrittenOnAPeekARefusalOrForNothing() throws StoreFailureException {
            BENCH.run(RawCall.of().peek(log(3)).take(log(0)).take(log(11)));

            assertThat(BENCH.readLog("a")).isEmpty();
        }

        @Test
        void thatCountNoMoreAreTrimmedAHundredACharge() throws StoreFailureException {
            BENCH.writeLog("a", times("130x40000000 120x49000000 1x49000001"));

            BENCH.run(RawCall.of().take(log(1)));
            assertThat(BENCH.readLog("a")).hasSize(252 - 100).startsWith("40000000:0100");
            BENCH.run(RawCall.of().take(log(1)));
            BENCH.run(RawCall.of().take(log(1)));
            assertThat(BENCH.readLog("a"))
                    .containsExactly("49000001:0000", "50000000:0000", "50000000:0001", "50000000:0002");
        }

        @Test
        void thatCountNoMoreAreTrimmedAsFastAsOthersAreAdded() throws StoreFailureException {
            Check allOfAThousand = Check.log(1_000).limit(BENCH.key("a"), 1_000, SECOND);
            for (int i = 0; i < 5; i++) {
                BENCH.at(NOW + i * SECOND).run(RawCall.of().take(allOfAThousand));
            }

            assertThat(BENCH.readLog("a")).hasSize(1_000).startsWith("54000000:0000");
        }

        @Test
        void areLeftAloneByARefusal() throws StoreFailureException {
            BENCH.writeLog("a", times("5x40000000 10x52000000"));

            BENCH.run(RawCall.of().take(log(1)));
            assertThat(BENCH.readLog("a")).hasSize(15);
        }

        @Test
        void expireWhenTheNewestCountsNoMore() throws StoreFailureException {
            BENCH.run(RawCall.of().take(log(1)));
            assertThat(BENCH.expiryOf("a")).isBetween(NOW + SECOND, NOW + 2 * SECOND);

            BENCH.at(NOW - 5 * SECOND).run(RawCall.of().take(log(1)));
            assertThat(BENCH.expiryOf("a")).isBetween(NOW + SECOND, NOW + 2 * SECOND);
        }
    }

    @Nested
    class GivingBack {

        private Check back(long permits, long chargedAt) {
            return log(-permits).chargedUntil(chargedAt + SECOND);
        }

        @Test
        void takesOutEntriesOfThatMicrosecondOnly() throws StoreFailureException {
            BENCH.writeLog("a", times("2x49499999 3x49500000 2x49500001"));

            assertThat(answer(RawCall.of().refund(back(2, 49_500_000)))).containsExactly(1L, 0L, 5L, 500_001L);
            assertThat(BENCH.readLog("a"))
                    .containsExactly(
                            "49499999:0000", "49499999:0001", "49500000:0000", "49500001:0000", "49500001:0001");
        }

        @Test
        void ofTheNewestLeavesItFullWhenTheNextNewestIs() throws StoreFailureException {
            BENCH.writeLog("a", times("1x49200000 2x49900000"));

            assertThat(answer(RawCall.of().refund(back(2, 49_900_000)))).containsExactly(1L, 0L, 9L, 200_000L);
            assertThat(BENCH.expiryOf("a")).isBetween(NOW + 200_000, NOW + 400_000);
        }

        @Test
        void takesOutNoMoreThanThereAre() throws StoreFailureException {
            BENCH.writeLog("a", times("2x49499999 3x49500000"));

            BENCH.run(RawCall.of().refund(back(9, 49_500_000)));
            assertThat(BENCH.readLog("a")).containsExactly("49499999:0000", "49499999:0001");
        }

        @Test
        void takesOutNothingThatCountsNoMore() throws StoreFailureException {
            BENCH.writeLog("a", times("3x49000000"));

            BENCH.run(RawCall.of().refund(back(2, 49_000_000)));
            assertThat(BENCH.readLog("a")).hasSize(3);
        }

        @Test
        void leavesNumbersWithoutAGapSoThatLaterOnesAreUnique() throws StoreFailureException {
            BENCH.run(
                    RawCall.of().take(log(3)).take(log(3)).refund(back(3, NOW)).take(log(2)));

            assertThat(BENCH.readLog("a"))
                    .containsExactly(
                            "50000000:0000", "50000000:0001", "50000000:0002", "50000000:0003", "50000000:0004");
        }

        @Test
        void leavesAKeyThatLivesAsLongAsTheNewestThatIsLeft() throws StoreFailureException {
            BENCH.writeLog("a", times("2x49200000"));
            BENCH.run(RawCall.of().take(log(3)));

            assertThat(answer(RawCall.of().refund(back(2, NOW)))).containsExactly(1L, 0L, 7L, SECOND);
            assertThat(answer(RawCall.of().refund(back(1, NOW)))).containsExactly(1L, 0L, 8L, 200_000L);
            assertThat(BENCH.expiryOf("a")).isBetween(NOW + 200_000, NOW + 200_000 + SECOND);
        }

        @Test
        void leavesNoKeyBehindAllThatWasTaken() throws StoreFailureException {
            BENCH.run(RawCall.of().take(log(3)).refund(back(3, NOW)));

            assertThat(BENCH.readLog("a")).isEmpty();
        }
    }
}
