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

class SlidingWindowScriptTests {

    private static final AlgorithmScript SCRIPT = new AlgorithmScript("sliding-window.lua", "w");
    private static final Question TEN_A_SECOND = Question.of(10, 1_000_000);

    @AfterAll
    static void close() {
        SCRIPT.close();
    }

    @Nested
    class Taking {

        @ParameterizedTest
        @CsvSource({
            // state, now, cost, fits, wait, remaining, reset, new state (of a second all)
            "'',             5250000, 1,  true,  0,       9,  1750000, w0 1 5000000",
            "'',             5000000, 10, true,  0,       0,  2000000, w0 10 5000000",
            "'',             5250000, 11, false, -1,      10, 0,       w0 0 5000000",
            "w0 9 5000000,   5999999, 1,  true,  0,       0,  1000001, w0 10 5000000",
            "w0 9 5000000,   5250000, 2,  false, 861112,  1,  1750000, w0 9 5000000",
            "w0 4 5000000,   5250000, 0,  true,  0,       6,  1750000, w0 4 5000000",
            // the previous window counts by what remains of it
            "w10 0 6000000,  6000000, 1,  false, 100000,  0,  1000000, w10 0 6000000",
            "w10 0 6000000,  6099999, 1,  false, 1,       0,  900001,  w10 0 6000000",
            "w10 0 6000000,  6100000, 1,  true,  0,       0,  1900000, w10 1 6000000",
            "w10 0 6000000,  6500000, 5,  true,  0,       0,  1500000, w10 5 6000000",
            "w10 0 6000000,  6999999, 9,  true,  0,       0,  1000001, w10 9 6000000",
            "w10 0 6000000,  6999999, 10, false, 1,       9,  1,       w10 0 6000000",
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
            Answer answer = SCRIPT.take(TEN_A_SECOND.state(second(state)).at(now), cost);

            assertThat(answer).isEqualTo(new Answer(fits, wait, remaining, reset, second(newState), reset, false, 0));
        }

        @ParameterizedTest
        @CsvSource({
            // state, now, new state
            "w2 3 5000000, 5999999, w2 4 5000000", // the same window
            "w2 3 5000000, 6000000, w3 1 6000000", // the next: the current one becomes the previous one
            "w2 3 5000000, 6999999, w3 1 6000000",
            "w2 3 5000000, 7000000, w0 1 7000000", // the one after: both are gone
            "w2 3 5000000, 9000000, w0 1 9000000",
        })
        void windowsRollOver(String state, long now, String newState) {
            Answer answer = SCRIPT.take(TEN_A_SECOND.state(second(state)).at(now), 1);

            assertThat(answer.state()).isEqualTo(second(newState));
        }

        @ParameterizedTest
        @CsvSource({
            // state, now, cost, wait
            "w10 5 6000000,  6500000, 1,  100000", // until the previous window weighs less
            "w10 5 6000000,  6500000, 5,  500000", // until it is over
            "w10 5 6000000,  6500000, 6,  700000", // until the current one weighs less, in the next window
            "w10 5 6000000,  6500000, 10, 1500000", // until the next window is over
            "w0 10 6000000,  6000000, 10, 2000000", // never longer than two durations
            "w10 10 6000000, 6000000, 10, 2000000",
        })
        void waitEndsInThisWindowOrTheNext(String state, long now, long cost, long wait) {
            Question question = TEN_A_SECOND.state(second(state));

            assertThat(SCRIPT.take(question.at(now), cost).waitMicros()).isEqualTo(wait);
            assertThat(SCRIPT.take(question.at(now + wait - 1), cost).fits()).isFalse();
            assertThat(SCRIPT.take(question.at(now + wait), cost).fits()).isTrue();
        }

        @ParameterizedTest
        @CsvSource({
            // wait for all but so many, after one permit of a billion a year
            "w0 1,         0, 63244800000000",
            "w1 500000000, 500000000, 31622400000000",
        })
        void waitIsExactWhereASmallPartOfAPermitIsLeft(String counts, long butSoMany, long wait) {
            Question question = Question.of(1_000_000_000, 31_622_400_000_000L).state(counts + " 0 31622400000000");

            assertThat(SCRIPT.take(question, 1_000_000_000 - butSoMany).waitMicros())
                    .isEqualTo(wait);
        }

        @Test
        void lowerCountLeavesNothing() {
            Answer answer = SCRIPT.take(
                    TEN_A_SECOND.capacity(4).state(second("w8 6 6000000")).at(6_500_000), 1);

            assertThat(answer)
                    .isEqualTo(new Answer(false, 1_000_000, 0, 1_500_000, second("w8 6 6000000"), 1_500_000, false, 0));
        }

        @Test
        void higherCountIsFreeAtOnce() {
            Answer answer = SCRIPT.take(
                    TEN_A_SECOND.capacity(40).state(second("w8 6 6000000")).at(6_500_000), 30);

            assertThat(answer.fits()).isTrue();
        }
    }

    /** A state whose windows last a second. */
    private static String second(String state) {
        return state.isEmpty() ? state : state + " 1000000";
    }

    @Nested
    class ReadingState {

        @ParameterizedTest
        @CsvSource({
            // state, now, new state, mended
            "w2 3 5000000 1000000, 5500000, w0 4 0 60000000,             true", // in the minute that holds now
            "w2 3 0 60000000,      5500000, w0 4 5000000 1000000,        true", // in the second that holds now
            "w2 3 5000000 1000000, 6500000, w0 1 0 60000000,             true", // no second holds it any more
            "w2 3 5000000 1000000, 7000000, w0 1 0 60000000,             false", // nothing was left to keep
            "w2 3 9000000 2000000, 5500000, w0 4 5000000 1000000,        true", // and from the future
            "w2 3 9000000 1000000, 5500000, w2 4 5000000 1000000,        true", // the clock went back
            "w2 3 5000000 1000000, 5500000, w2 4 5000000 1000000,        false",
        })
        void keepsCountsAndMends(String state, long now, String newState, boolean mended) {
            long period = Long.parseLong(newState.substring(newState.lastIndexOf(' ') + 1));
            Answer answer = SCRIPT.take(Question.of(10, period).state(state).at(now), 1);

            assertThat(answer.state()).isEqualTo(newState);
            assertThat(answer.mended()).isEqualTo(mended);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "w",
                    "garbage",
                    "w1 2 5000000",
                    "w1 2 5000000 0",
                    "w-1 2 5000000 1000000",
                    "w1 2.5 5000000 1000000",
                    "w1 2e5 5000000 1000000",
                    "wnan 2 5000000 1000000",
                    "w1 2 5000000 1000000 x",
                    "W1 2 5000000 1000000",
                    "t10 5000000",
                    "f10 6000000 0"
                })
        void countsWhatItCannotReadAsAbsent(String state) {
            Answer answer = SCRIPT.take(TEN_A_SECOND.state(state).at(5_250_000), 1);

            assertThat(answer)
                    .isEqualTo(new Answer(true, 0, 9, 1_750_000, second("w0 1 5000000"), 1_750_000, false, 0));
        }

        @ParameterizedTest
        @ValueSource(strings = {"w%s 1 5000000 1000000", "w1 %s 5000000 1000000", "w1 1 %s 1000000", "w1 1 5000000 %s"})
        void countsNumbersWithoutEndAsAbsent(String state) {
            Answer answer = SCRIPT.take(
                    TEN_A_SECOND.state(state.formatted("9".repeat(400))).at(5_250_000), 1);

            assertThat(answer.state()).isEqualTo(second("w0 1 5000000"));
        }
    }

    @Nested
    class GivingBack {

        @ParameterizedTest
        @CsvSource({
            // now, permits, charged until, new state, expiry
            "5500000, 2, 7000000, w4 1 5000000, 1500000", // the window that was charged is the current one
            "5500000, 9, 7000000, w4 0 5000000, 500000", // never more than it counts
            "5500000, 3, 6000000, w1 3 5000000, 1500000", // it is the previous one
            "5500000, 9, 6000000, w0 3 5000000, 1500000",
            "5500000, 2, 5000000, w4 3 5000000, 1500000", // it counts no more
            "5500000, 2, 8000000, w4 3 5000000, 1500000", // no window of this state
            "6500000, 2, 7000000, w1 0 6000000, 500000", // it has become the previous one
            "6500000, 3, 7000000, w0 0 6000000, 0", // nothing is left
            "6500000, 2, 6000000, w3 0 6000000, 500000",
        })
        void givesBackToTheWindowThatWasCharged(
                long now, long permits, long chargedUntil, String newState, long expiry) {
            Question question =
                    TEN_A_SECOND.state(second("w4 3 5000000")).at(now).chargedUntil(chargedUntil);
            Answer answer = SCRIPT.take(question, -permits);

            assertThat(answer.state()).isEqualTo(second(newState));
            assertThat(answer.expiry()).isEqualTo(expiry);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "t3 5000000", "garbage", "w4 3 3000000 1000000"})
        void writesNothingWhereNoWindowCounts(String state) {
            Answer answer = SCRIPT.take(TEN_A_SECOND.state(state).at(5_500_000).chargedUntil(7_000_000), -1);

            assertThat(answer.state()).isEmpty();
            assertThat(answer.remaining()).isEqualTo(10);
        }
    }
}
