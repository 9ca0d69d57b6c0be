package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.redis.AlgorithmScript.Answer;
import io.github.ratelimit.internal.redis.AlgorithmScript.Question;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBucketScriptTests {

    private static final AlgorithmScript SCRIPT = new AlgorithmScript("token-bucket.lua", "t");
    private static final Question TEN_A_SECOND = Question.of(10, 1_000_000);

    @AfterAll
    static void close() {
        SCRIPT.close();
    }

    @Nested
    class Taking {

        @ParameterizedTest
        @CsvSource({
            // state, now, cost, fits, wait, remaining, reset, new state
            "'',         5000000, 1,  true,  0,      9,  100000,  t1 5000000",
            "'',         5000000, 10, true,  0,      0,  1000000, t10 5000000",
            "'',         5000000, 11, false, -1,     10, 0,       t0 5000000",
            "t10 5000000,5000000, 1,  false, 100000, 0,  1000000, t10 5000000",
            "t10 5000000,5099999, 1,  false, 1,      0,  900001,  t9.0000099999999996 5099999",
            "t10 5000000,5100000, 1,  true,  0,      0,  1000000, t10 5100000",
            "t10 5000000,5500000, 0,  true,  0,      5,  500000,  t5 5500000",
            "t10 5000000,5500000, 5,  true,  0,      0,  1000000, t10 5500000",
            "t10 5000000,5500000, 6,  false, 100000, 5,  500000,  t5 5500000",
            "t10 5000000,6000000, 10, true,  0,      0,  1000000, t10 6000000",
            "t10 5000000,9000000, 1,  true,  0,      9,  100000,  t1 9000000",
        })
        void goesOnLikeThis(
                String state,
                long now,
                long cost,
                boolean fits,
                long wait,
                long remaining,
                long reset,
                String newState) {
            Answer answer = SCRIPT.take(TEN_A_SECOND.state(state).at(now), cost);

            assertThat(answer).isEqualTo(new Answer(fits, wait, remaining, reset, newState, reset, false, 0));
        }

        /** States for which the division alone says a microsecond too little. */
        @ParameterizedTest
        @CsvSource({
            "13, 1090000, t11.830148623853212 349626, 353445, 10, 736556",
            "5,  2035000, t4.4489852579852585 631263, 729045, 5,  1712956",
            "12, 2968000, t11.403064690026955 147642, 208313, 9,  2017688",
            "3,  2940000, t2.7958948979591840 1180023,1333809,3,  2586192",
        })
        void announcesAWaitThatHolds(long count, long period, String state, long now, long cost, long wait) {
            Question question = Question.of(count, period).state(state);

            assertThat(SCRIPT.take(question.at(now), cost).waitMicros()).isEqualTo(wait);
            assertThat(SCRIPT.take(question.at(now + wait - 1), cost).fits()).isFalse();
            assertThat(SCRIPT.take(question.at(now + wait), cost).fits()).isTrue();
        }

        @Test
        void lowerCapacityForgetsWhatIsAboveIt() {
            Answer answer =
                    SCRIPT.take(TEN_A_SECOND.capacity(4).state("t10 5000000").at(5_000_000), 1);

            assertThat(answer.state()).isEqualTo("t4 5000000");
            assertThat(answer.waitMicros()).isEqualTo(100_000);
        }

        @Test
        void higherCapacityIsFreeAtOnce() {
            Answer answer =
                    SCRIPT.take(TEN_A_SECOND.capacity(40).state("t10 5000000").at(5_000_000), 30);

            assertThat(answer.fits()).isTrue();
            assertThat(answer.remaining()).isZero();
        }

        @Test
        void isFullAfterAnyIdleTime() {
            Answer answer = SCRIPT.take(TEN_A_SECOND.state("t10 1").at(4_000_000_000_000_000L), 0);

            assertThat(answer.remaining()).isEqualTo(10);
            assertThat(answer.expiry()).isZero();
        }
    }

    @Nested
    class ReadingState {

        @Test
        void readsTheFutureAsNowAndMendsIt() {
            Answer answer = SCRIPT.take(TEN_A_SECOND.state("t10 9000000").at(5_000_000), 1);

            assertThat(answer).isEqualTo(new Answer(false, 100_000, 0, 1_000_000, "t10 5000000", 1_000_000, true, 0));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "t",
                    "garbage",
                    "t10",
                    "t10 ",
                    "10 5000000",
                    "f10 9000000 0",
                    "T10 5000000",
                    "t-1 5000000",
                    "tNaN 5000000",
                    "tInfinity 5000000",
                    "t10 -5",
                    "t10 NaN",
                    "t10 Infinity",
                    "k10 5000000",
                    "t10 5000000 x",
                    "t23456789abcdef_",
                    "t23456789abcdef___"
                })
        void countsWhatItCannotReadAsAbsent(String state) {
            Answer answer = SCRIPT.take(TEN_A_SECOND.state(state).at(5_000_000), 1);

            assertThat(answer).isEqualTo(new Answer(true, 0, 9, 100_000, "t1 5000000", 100_000, false, 0));
        }

        @Test
        void readsWhatItWroteToTheLastBit() {
            Question thirds = Question.of(3, 1_000_000).state("t3 0").at(1);
            String state = SCRIPT.take(thirds, 0).state();

            assertThat(Double.parseDouble(state.substring(1, state.indexOf(' '))))
                    .isEqualTo(3 - 1 * 3 / 1_000_000.0);
        }
    }

    @Nested
    class GivingBack {

        @ParameterizedTest
        @CsvSource({
            // state, now, permits, charged until, used afterwards
            "t10 5000000, 5000000, 3,  6000000, t7 5000000", // all of it is still missing
            "t10 5000000, 5800000, 3,  6000000, t0 5800000", // two are missing, by anybody
            "t10 5000000, 5500000, 10, 5700000, t3 5500000", // two of the charge are missing
            "t10 5000000, 5500000, 10, 5400000, t5 5500000", // all of the charge has refilled
            "t2 5000000,  5000000, 9,  6000000, t0 5000000", // never more than is missing
        })
        void givesBackWhatHasNotRefilled(String state, long now, long permits, long chargedUntil, String newState) {
            Answer answer = SCRIPT.take(TEN_A_SECOND.state(state).at(now).chargedUntil(chargedUntil), -permits);

            assertThat(answer.state()).isEqualTo(newState);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "f3 9000000 0", "garbage"})
        void writesNothingWhereNothingIs(String state) {
            Answer answer = SCRIPT.take(TEN_A_SECOND.state(state).at(5_000_000).chargedUntil(6_000_000), -1);

            assertThat(answer.state()).isEmpty();
            assertThat(answer.remaining()).isEqualTo(10);
        }
    }
}
