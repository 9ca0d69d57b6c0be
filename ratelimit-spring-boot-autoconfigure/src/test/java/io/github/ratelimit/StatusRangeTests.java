package io.github.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatusRangeTests {

    @ParameterizedTest
    @CsvSource({
        "2xx,      200, 299, 2xx",
        "5XX,      500, 599, 5xx",
        "404,      404, 404, 404",
        "' 200 ',  200, 200, 200",
        "599,      599, 599, 599",
        "400-403,  400, 403, 400-403",
        "400 - 403, 400, 403, 400-403",
        "200-299,  200, 299, 2xx",
        "200-599,  200, 599, 200-599",
    })
    void readsWhatItWrites(String text, int first, int last, String written) {
        StatusRange range = StatusRange.valueOf(text);

        assertThat(range).isEqualTo(new StatusRange(first, last)).hasToString(written);
        assertThat(StatusRange.valueOf(range.toString())).isEqualTo(range);
    }

    @Test
    void containsBothItsEnds() {
        StatusRange range = StatusRange.valueOf("400-403");

        assertThat(range.contains(400)).isTrue();
        assertThat(range.contains(403)).isTrue();
        assertThat(range.contains(399)).isFalse();
        assertThat(range.contains(404)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "xx",
                "xxx",
                "1xx",
                "6xx",
                "0xx",
                "99",
                "199",
                "600",
                "4040",
                "403-400",
                "4-",
                "-4",
                "400-",
                "400-401-402",
                "ok",
                "2x",
                "-xx",
                "+20",
                "٤٠٤"
            })
    void rejectsAnythingElse(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StatusRange.valueOf(text))
                .withMessage(
                        "a final status is a class (2xx to 5xx), a code from 200 to 599, or a range such as 400-403");
    }
}
