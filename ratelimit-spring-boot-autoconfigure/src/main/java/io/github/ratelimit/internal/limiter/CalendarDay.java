package io.github.ratelimit.internal.limiter;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/**
 * A local day and the end of the next, in µs since the epoch. Days last as long as the zone's rules say: 23 or 25 hours
 * when clocks change. A store picks the window by its own clock, which may already be in the next day.
 *
 * @param start first µs of the day
 * @param end first µs of the next day
 * @param nextEnd first µs of the day after that
 */
public record CalendarDay(long start, long end, long nextEnd) {

    /** The day that holds this time in the zone. */
    public static CalendarDay around(long epochMicros, ZoneId zone) {
        LocalDate day =
                Instant.EPOCH.plus(epochMicros, ChronoUnit.MICROS).atZone(zone).toLocalDate();
        return new CalendarDay(start(day, zone), start(day.plusDays(1), zone), start(day.plusDays(2), zone));
    }

    private static long start(LocalDate day, ZoneId zone) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, day.atStartOfDay(zone).toInstant());
    }
}
