package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalendarDayTests {

    @ParameterizedTest
    @CsvSource({
        // zone, time, start, end, next end
        "Asia/Kathmandu, 2026-11-29T18:14:59.999999Z, 2026-11-28T18:15:00Z, 2026-11-29T18:15:00Z, 2026-11-30T18:15:00Z",
        "Asia/Kathmandu, 2026-11-29T18:15:00Z, 2026-11-29T18:15:00Z, 2026-11-30T18:15:00Z, 2026-12-01T18:15:00Z",
        // 23 hours, 25 hours
        "Europe/Berlin, 2026-03-29T00:00:00Z, 2026-03-28T23:00:00Z, 2026-03-29T22:00:00Z, 2026-03-30T22:00:00Z",
        "Europe/Berlin, 2026-10-25T00:00:00Z, 2026-10-24T22:00:00Z, 2026-10-25T23:00:00Z, 2026-10-26T23:00:00Z",
        // midnight itself is left out, or comes twice
        "America/Santiago, 2026-09-06T12:00:00Z, 2026-09-06T04:00:00Z, 2026-09-07T03:00:00Z, 2026-09-08T03:00:00Z",
        "America/Havana, 2026-11-01T12:00:00Z, 2026-11-01T04:00:00Z, 2026-11-02T05:00:00Z, 2026-11-03T05:00:00Z",
        // a whole day was left out
        "Pacific/Apia, 2011-12-30T09:59:59Z, 2011-12-29T10:00:00Z, 2011-12-30T10:00:00Z, 2011-12-30T10:00:00Z",
        "UTC, 1969-12-31T23:59:59.999999Z, 1969-12-31T00:00:00Z, 1970-01-01T00:00:00Z, 1970-01-02T00:00:00Z",
    })
    void lastsAsTheRulesOfItsZoneSay(String zone, Instant time, Instant start, Instant end, Instant nextEnd) {
        assertThat(CalendarDay.around(micros(time), ZoneId.of(zone)))
                .isEqualTo(new CalendarDay(micros(start), micros(end), micros(nextEnd)));
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }
}
