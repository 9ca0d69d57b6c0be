package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.redis.AlgorithmScript.Answer;
import io.github.ratelimit.internal.redis.AlgorithmScript.Question;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LeakyBucketScriptTests {

    private static final AlgorithmScript SCRIPT = AlgorithmScript.after("token-bucket.lua", "leaky-bucket.lua", "k");

    /** One leaves every 100 ms; as many fit as leave within 400 ms, and one. */
    private static final Question TEN_A_SECOND = Question.of(10, 1_000_000).capacity(5);

    @AfterAll
    static void close() {
        SCRIPT.close();
    }

    @ParameterizedTest
    @CsvSource({
        // state, now, cost, fits, wait, delay, remaining, reset, new state
        "'',          5000000, 1, true,  0,      0,      4, 100000, k1 5000000",
        "k1 5000000,  5000000, 1, true,  0,      100000, 3, 200000, k2 5000000",
        "k1 5000000,  5050000, 1, true,  0,      50000,  3, 150000, k1.5 5050000",
        "k1 5000000,  5100000, 1, true,  0,      0,      4, 100000, k1 5100000",
        "k3 5000000,  5000000, 2, true,  0,      300000, 0, 500000, k5 5000000", // both wait for the three
        "k4 5000000,  5000000, 1, true,  0,      400000, 0, 500000, k5 5000000", // the longest delay
        "k5 5000000,  5000000, 1, false, 100000, 0,      0, 500000, k5 5000000",
        "k5 5000000,  5099999, 1, false, 1,      0,      0, 400001, k4.0000099999999996 5099999",
        "k5 5000000,  5100000, 1, true,  0,      400000, 0, 500000, k5 5100000",
        "k4 5000000,  5000000, 2, false, 100000, 0,      1, 400000, k4 5000000",
        "k4 5000000,  5000000, 0, true,  0,      0,      1, 400000, k4 5000000",
        "k4 5000000,  5000000, 6, false, -1,     0,      1, 400000, k4 5000000",
        "k5 5000000,  9000000, 5, true,  0,      0,      0, 500000, k5 9000000",
    })
    void goesOnLikeThis(
            String state,
            long now,
            long cost,
            boolean fits,
            long wait,
            long delay,
            long remaining,
            long reset,
            String newState) {
        Question question = TEN_A_SECOND.state(state).at(now);

        assertThat(SCRIPT.take(question, cost))
                .isEqualTo(new Answer(fits, wait, remaining, reset, newState, reset, false, 0));
        assertThat(SCRIPT.delay(question, cost)).isEqualTo(delay);
    }

    @Test
    void delayIsRoundedUp() {
        assertThat(SCRIPT.delay(Question.of(3, 1_000_000).state("k1 0"), 1)).isEqualTo(333_334);
    }

    @Test
    void withoutALongestDelayOnePassesAtATimeAndNeverWaits() {
        Question single = Question.of(10, 1_000_000).capacity(1);

        assertThat(SCRIPT.take(single, 1).fits()).isTrue();
        assertThat(SCRIPT.take(single.state("k1 0"), 1).waitMicros()).isEqualTo(100_000);
        assertThat(SCRIPT.take(single.state("k1 0").at(100_000), 1).fits()).isTrue();
        assertThat(SCRIPT.delay(single.state("k1 0").at(100_000), 1)).isZero();
    }

    @Test
    void readsTheFutureAsNowAndMendsIt() {
        Question question = TEN_A_SECOND.state("k3 9000000").at(5_000_000);

        assertThat(SCRIPT.take(question, 1)).isEqualTo(new Answer(true, 0, 1, 400_000, "k4 5000000", 400_000, true, 0));
        assertThat(SCRIPT.delay(question, 1)).isEqualTo(300_000);
    }

    @Test
    void waitsNoLongerThanTheLongestDelayAfterItWasShortened() {
        Question question = TEN_A_SECOND.state("k50 5000000").at(5_000_000);

        assertThat(SCRIPT.take(question, 1).waitMicros()).isEqualTo(100_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "k",
                "garbage",
                "k3",
                "t3 5000000",
                "f3 9000000 0",
                "k-1 5000000",
                "kNaN 5000000",
                "k3 5000000 x"
            })
    void countsWhatItCannotReadAsAbsent(String state) {
        Question question = TEN_A_SECOND.state(state).at(5_000_000);

        assertThat(SCRIPT.take(question, 1))
                .isEqualTo(new Answer(true, 0, 4, 100_000, "k1 5000000", 100_000, false, 0));
        assertThat(SCRIPT.delay(question, 1)).isZero();
    }
}
