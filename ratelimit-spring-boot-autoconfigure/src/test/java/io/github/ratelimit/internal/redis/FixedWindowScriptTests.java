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

class FixedWindowScriptTests {

    private static final AlgorithmScript SCRIPT = new AlgorithmScript("fixed-window.lua", "f");
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
            "'',             5000000, 1,  true,  0,       9,  1000000, f1 6000000 0",
            "'',             5000000, 10, true,  0,       0,  1000000, f10 6000000 0",
            "'',             5000000, 11, false, -1,      10, 0,       f0 6000000 0",
            "f9 6000000 0,   5400000, 1,  true,  0,       0,  600000,  f10 6000000 0",
            "f9 6000000 0,   5400000, 2,  false, 600000,  1,  600000,  f9 6000000 0",
            "f10 6000000 0,  5999999, 1,  false, 1,       0,  1,       f10 6000000 0",
            "f10 6000000 0,  6000000, 1,  true,  0,       9,  1000000, f1 7000000 0",
            "f10 6000000 0,  5400000, 0,  true,  0,       0,  600000,  f10 6000000 0",
            "f10 6000000 0,  9000000, 10, true,  0,       0,  1000000, f10 10000000 0",
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

        @Test
        void lowerCountLeavesNothing() {
            Answer answer =
                    SCRIPT.take(TEN_A_SECOND.capacity(4).state("f10 6000000 0").at(5_500_000), 1);

            assertThat(answer).isEqualTo(new Answer(false, 500_000, 0, 500_000, "f10 6000000 0", 500_000, false, 0));
        }

        @Test
        void higherCountIsFreeAtOnce() {
            Answer answer =
                    SCRIPT.take(TEN_A_SECOND.capacity(40).state("f10 6000000 0").at(5_500_000), 30);

            assertThat(answer.fits()).isTrue();
        }
    }

    @Nested
    class ReadingState {

        @ParameterizedTest
        @CsvSource({
            // end read, end of the calendar's window, end afterwards, mended
            "6000000, '',      6000000, false", // the window that counts
            "6000001, '',      6000000, true", // the clock went back, or the period was shortened
            "6000000, 6000000, 6000000, false", // the calendar's window
            "5900000, 6000000, 6000000, true", // a window that began with a request goes on till midnight
            "9000000, 6000000, 6000000, true", // tomorrow's window, after the clock went back
        })
        void keepsTheCountAndMendsTheEnd(String end, String windowEnd, String newEnd, boolean mended) {
            Question question = TEN_A_SECOND.state("f3 " + end + " 0").at(5_000_000);
            Answer answer =
                    SCRIPT.take(windowEnd.isEmpty() ? question : question.windowEnd(Long.parseLong(windowEnd)), 1);

            assertThat(answer.state()).isEqualTo("f4 " + newEnd + " 0");
            assertThat(answer.mended()).isEqualTo(mended);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "f",
                    "garbage",
                    "f10",
                    "f10 6000000",
                    "t10 6000000",
                    "f-1 6000000 0",
                    "f1e5 6000000 0",
                    "fnan 6000000 0",
                    "f1.5 6000000 0",
                    "f10 6000000 0 x",
                    "F10 6000000 0"
                })
        void countsWhatItCannotReadAsAbsent(String state) {
            Answer answer = SCRIPT.take(TEN_A_SECOND.state(state).at(5_000_000), 1);

            assertThat(answer).isEqualTo(new Answer(true, 0, 9, 1_000_000, "f1 6000000 0", 1_000_000, false, 0));
        }

        @ParameterizedTest
        @ValueSource(strings = {"f%s 6000000 0", "f10 %s 0"})
        void countsNumbersWithoutEndAsAbsent(String state) {
            Answer answer = SCRIPT.take(
                    TEN_A_SECOND.state(state.formatted("9".repeat(400))).at(5_000_000), 1);

            assertThat(answer.state()).isEqualTo("f1 6000000 0");
        }
    }

    @Nested
    class Alerting {

        @ParameterizedTest
        @CsvSource({
            // state, cost, alerts, raised afterwards
            "f0 6000000 0,   7, 0, 0", // below 80 %
            "f0 6000000 0,   8, 1, 80",
            "f8 6000000 80,  1, 0, 80", // said already
            "f8 6000000 80,  2, 2, 100",
            "f0 6000000 0,  10, 3, 100", // both at once
            "f10 6000000 0,  1, 3, 100", // refused: the driver keeps quiet and writes nothing
            "f10 6000000 0,  0, 0, 0", // nothing was charged
            "f10 6000000 80, 0, 0, 80",
        })
        void saysEachLevelOnce(String state, long cost, long alerts, String raised) {
            Answer answer = SCRIPT.take(TEN_A_SECOND.state(state).at(5_000_000).levels(80, 100), cost);

            assertThat(answer.alerts()).isEqualTo(alerts);
            assertThat(answer.state()).endsWith(" " + raised);
        }

        @Test
        void beginsAnewWithTheNextWindow() {
            Answer answer = SCRIPT.take(
                    TEN_A_SECOND.state("f10 6000000 100").at(6_000_000).levels(80), 8);

            assertThat(answer.alerts()).isEqualTo(1);
        }

        @Test
        void isNotForgottenWhenAllIsGivenBack() {
            Question question =
                    TEN_A_SECOND.state("f8 6000000 80").at(5_400_000).levels(80).chargedUntil(6_000_000);
            Answer answer = SCRIPT.take(question, -8);

            assertThat(answer).isEqualTo(new Answer(true, 0, 10, 0, "f0 6000000 80", 600_000, false, 0));
        }
    }

    @Nested
    class GivingBack {

        @ParameterizedTest
        @CsvSource({
            // permits, charged until, counted afterwards, expiry
            "2, 6000000, 3, 500000", // the window that was charged
            "9, 6000000, 0, 0", // never more than is counted; nothing is left of it then
            "2, 5900000, 5, 500000", // an earlier window
            "2, 6100000, 5, 500000", // no window of this state
        })
        void givesBackToTheWindowThatWasCharged(long permits, long chargedUntil, long counted, long expiry) {
            Answer answer =
                    SCRIPT.take(TEN_A_SECOND.state("f5 6000000 0").at(5_500_000).chargedUntil(chargedUntil), -permits);

            assertThat(answer.state()).isEqualTo("f" + counted + " 6000000 0");
            assertThat(answer.expiry()).isEqualTo(expiry);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "t3 5000000", "f5 5500000 0", "garbage"})
        void writesNothingWhereNoWindowCounts(String state) {
            Answer answer = SCRIPT.take(TEN_A_SECOND.state(state).at(5_500_000).chargedUntil(5_500_000), -1);

            assertThat(answer.state()).isEmpty();
        }
    }
}
