package io.github.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitTests {

    @ParameterizedTest
    @CsvSource({
        "100/1m, 100, 60000, 100/1m",
        "100/m, 100, 60000, 100/1m",
        "5/2s, 5, 2000, 5/2s",
        "1/366d, 1, 31622400000, 1/366d",
        "1/1ms, 1, 1, 1/1ms",
        "1000000000/ms, 1000000000, 1, 1000000000/1ms",
        "' 10 / 1 h ', 10, 3600000, 10/1h",
        "10/1H, 10, 3600000, 10/1h",
        "10/60m, 10, 3600000, 10/1h",
        "10/24h, 10, 86400000, 10/1d",
        "10/90s, 10, 90000, 10/90s",
        "10/1500ms, 10, 1500, 10/1500ms",
        "007/007s, 7, 7000, 7/7s",
    })
    void readsAndWrites(String text, long count, long millis, String written) {
        Limit limit = Limit.valueOf(text);

        assertThat(limit.count()).isEqualTo(count);
        assertThat(limit.period()).isEqualTo(Duration.ofMillis(millis));
        assertThat(limit.periodMicros()).isEqualTo(millis * 1_000);
        assertThat(limit).hasToString(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "100", "100 per minute"})
    void rejectsTextWithoutSlash(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.valueOf(text))
                .withMessage("a limit is written count/duration, for example 100/1m");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0/1s",
                "-1/1s",
                "+1/1s",
                "1000000001/1s",
                "99999999999999999999/1s",
                "/1s",
                "1.5/1s",
                "1e3/1s",
                "1_000/1s",
                "١/1s",
                "a/1s"
            })
    void rejectsCountsOutOfBounds(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.valueOf(text))
                .withMessage("the count must be a whole number from 1 to 1,000,000,000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"5/1w", "5/", "5/1", "5/1y", "5/us", "5/1ns", "5/-1s", "5/1.5s", "5/1s/1s", "5/s1", "5/PT1S"})
    void rejectsDurationsThatAreNone(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.valueOf(text))
                .withMessage("a duration is a number and one of the units ms, s, m, h, d");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1/367d",
                "1/0s",
                "1/0ms",
                "1/8785h",
                "1/31622400001ms",
                "1/99999999999d",
                "1/999999999999999999999d"
            })
    void rejectsDurationsOutOfBounds(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.valueOf(text))
                .withMessage("the duration must be from 1ms to 366d, in whole milliseconds");
    }

    @Test
    void rejectsPartsOfAMillisecond() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Limit(1, Duration.ofNanos(1_500_000)));
    }
}
