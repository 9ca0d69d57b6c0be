package io.github.ratelimit.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Limit;
import io.github.ratelimit.internal.limiter.CalendarDay;
import io.github.ratelimit.internal.limiter.LimitNumbers;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Java form of the algorithms by itself: edges that histories seldom meet. Ten a second. */
class LocalAlgorithmsTests {

    private static final LimitNumbers TEN = numbers(10, 1_000_000);

    private static LimitNumbers numbers(long count, long periodMicros) {
        Limit limit = new Limit(count, Duration.ofMillis(periodMicros / 1_000));
        return new LimitNumbers(limit, count, count, count, periodMicros, false);
    }

    @Nested
    class Buckets {

        /** States for which the division alone says a microsecond too little. */
        @ParameterizedTest
        @CsvSource({
            "13, 1090000, 11.830148623853212, 349626, 353445, 10, 736556",
            "5,  2035000, 4.4489852579852585, 631263, 729045, 5,  1712956",
            "12, 2968000, 11.403064690026955, 147642, 208313, 9,  2017688",
            "3,  2940000, 2.7958948979591840, 1180023,1333809,3,  2586192",
        })
        void announceAWaitThatHolds(long count, long period, double used, long at, long now, long cost, long wait) {
            LimitNumbers limit = numbers(count, period);
            TokenBucket.State state = new TokenBucket.State(used, at);

            assertThat(TokenBucket.take(state, now, limit, cost).waitMicros()).isEqualTo(wait);
            assertThat(TokenBucket.take(state, now + wait - 1, limit, cost).fits())
                    .isFalse();
            assertThat(TokenBucket.take(state, now + wait, limit, cost).fits()).isTrue();
        }

        @ParameterizedTest
        @CsvSource({"5000000, false", "5000001, true"})
        void mendOnlyTheFuture(long at, boolean mended) {
            assertThat(TokenBucket.take(new TokenBucket.State(3, at), 5_000_000, TEN, 1)
                            .mended())
                    .isEqualTo(mended);
        }
    }

    @Nested
    class FixedWindows {

        @ParameterizedTest
        @CsvSource({
            // end read, counted after one more, end after, mended
            "5000000, 1, 6000000, false", // over
            "5000001, 4, 5000001, false",
            "6000000, 4, 6000000, false", // as far away as can be
            "6000001, 4, 6000000, true",
        })
        void endWhenTheySay(long end, long counted, long newEnd, boolean mended) {
            Verdict verdict = FixedWindow.take(new FixedWindow.State(3, end, 0), 5_000_000, TEN, null, List.of(), 1);

            assertThat(verdict.state()).isEqualTo(new FixedWindow.State(counted, newEnd, 0));
            assertThat(verdict.mended()).isEqualTo(mended);
        }

        @ParameterizedTest
        @CsvSource({
            // now, end read, end after, mended: the day ends at 9 s, the next one at 20 s
            "5000000, 9000000,  9000000,  false",
            "5000000, 5500000,  9000000,  true",
            "5000000, 20000000, 9000000,  true",
            "9000000, 20000000, 20000000, false",
            "9000000, 9500000,  20000000, true",
        })
        void endWithTheDay(long now, long end, long newEnd, boolean mended) {
            CalendarDay day = new CalendarDay(0, 9_000_000, 20_000_000);
            Verdict verdict = FixedWindow.take(new FixedWindow.State(3, end, 0), now, TEN, day, List.of(), 1);

            assertThat(verdict.state()).isEqualTo(new FixedWindow.State(4, newEnd, 0));
            assertThat(verdict.mended()).isEqualTo(mended);
        }

        @ParameterizedTest
        @CsvSource({
            // counted, raised, cost, raised after
            "0, 0,  7, 0",
            "0, 0, 8, 80",
            "8, 80, 1, 80",
            "8, 80, 2, 100",
            "0, 0, 10, 100",
            "9, 0, 0, 0",
        })
        void raiseEachLevelOnce(long counted, int raised, long cost, int newRaised) {
            List<Integer> levels = cost == 0 ? List.of() : List.of(80, 100);
            Verdict verdict = FixedWindow.take(
                    new FixedWindow.State(counted, 6_000_000, raised), 5_000_000, TEN, null, levels, cost);

            assertThat(verdict.state()).isEqualTo(new FixedWindow.State(counted + cost, 6_000_000, newRaised));
        }

        @ParameterizedTest
        @CsvSource({
            // permits, charged until, raised, counted after, reset, expiry
            "2, 6000000, 0,  1, 1000000, 1000000",
            "9, 6000000, 0,  0, 0,       0",
            "9, 6000000, 80, 0, 0,       1000000", // the level that was reached is not forgotten
            "2, 6000001, 0,  3, 1000000, 1000000",
        })
        void takeBackWhatTheyCount(long permits, long until, int raised, long counted, long reset, long expiry) {
            FixedWindow.State state = new FixedWindow.State(3, 6_000_000, raised);
            Verdict verdict = Objects.requireNonNull(FixedWindow.giveBack(state, 5_000_000, TEN, null, permits, until));

            assertThat(verdict.state()).isEqualTo(new FixedWindow.State(counted, 6_000_000, raised));
            assertThat(verdict.resetMicros()).isEqualTo(reset);
            assertThat(verdict.expiryMicros()).isEqualTo(expiry);
        }

        @Test
        void takeNothingBackWhenTheyAreOver() {
            FixedWindow.State over = new FixedWindow.State(3, 5_000_000, 0);

            assertThat(FixedWindow.giveBack(over, 5_000_000, TEN, null, 1, 5_000_000))
                    .isNull();
        }
    }

    @Nested
    class SlidingWindows {

        @ParameterizedTest
        @CsvSource({
            // start, duration read, now, previous, current after one more, mended
            "5000000, 1000000, 5999999, 4, 4, false",
            "5000000, 1000000, 6000000, 3, 1, false",
            "5000000, 1000000, 7000000, 0, 1, false",
            "9000000, 1000000, 5500000, 4, 4, true", // the clock went back
            "5000000, 2000000, 5500000, 0, 4, true", // another duration: only what counts in the current window stays
            "4000000, 2000000, 7999999, 0, 1, true",
            "4000000, 2000000, 8000000, 0, 1, false", // nothing was left to keep
        })
        void rollOver(long start, long duration, long now, long previous, long current, boolean mended) {
            Verdict verdict = SlidingWindow.take(new SlidingWindow.State(4, 3, start, duration), now, TEN, 1);

            assertThat(verdict.state())
                    .isEqualTo(new SlidingWindow.State(previous, current, now / 1_000_000 * 1_000_000, 1_000_000));
            assertThat(verdict.mended()).isEqualTo(mended);
        }

        @ParameterizedTest
        @CsvSource({
            // now, permits, charged until, previous and current after
            "5500000, 2, 7000000, 4, 1", // the current one was charged
            "5500000, 9, 7000000, 4, 0",
            "5500000, 3, 6000000, 1, 3", // the previous one
            "5500000, 9, 6000000, 0, 3",
            "5500000, 2, 5000000, 4, 3", // one that counts no more
            "6500000, 2, 7000000, 1, 0", // it has become the previous one
        })
        void takeBackWhatTheyCount(long now, long permits, long until, long previous, long current) {
            SlidingWindow.State state = new SlidingWindow.State(4, 3, 5_000_000, 1_000_000);
            Verdict verdict = Objects.requireNonNull(SlidingWindow.giveBack(state, now, TEN, permits, until));

            assertThat(verdict.state())
                    .isEqualTo(new SlidingWindow.State(previous, current, now / 1_000_000 * 1_000_000, 1_000_000));
        }

        @Test
        void takeNothingBackWhenBothAreGone() {
            SlidingWindow.State state = new SlidingWindow.State(4, 3, 3_000_000, 1_000_000);

            assertThat(SlidingWindow.giveBack(state, 5_000_000, TEN, 1, 5_000_000))
                    .isNull();
        }
    }

    @Nested
    class Logs {

        private LimitState after(long... times) {
            LimitState state = null;
            for (long time : times) {
                state = SlidingLog.take(state, time, TEN, 1).state();
            }
            return Objects.requireNonNull(state);
        }

        private long left(LimitState log, long now) {
            return SlidingLog.take(log, now, TEN, 0).remaining();
        }

        @Test
        void ageInTheOrderOfTimeEvenIfTheClockWentBack() {
            LimitState log = after(5_000_000, 5_300_000, 5_100_000);

            assertThat(SlidingLog.take(log, 5_300_000, TEN, 9).waitMicros()).isEqualTo(800_000);
            assertThat(left(log, 6_000_000)).isEqualTo(8);
            assertThat(left(log, 6_100_000)).isEqualTo(9);
        }

        @ParameterizedTest
        @CsvSource({
            // now, permits, charged at, left at 5.2 s and at 6.15 s
            "5200000, 1, 5100000, 7, 9",
            "5200000, 9, 5100000, 8, 9",
            "5200000, 1, 5000000, 7, 9",
            "5200000, 1, 5200000, 7, 10",
        })
        void takeBackEntriesOfThatMicrosecond(long now, long permits, long charged, long left, long leftLater) {
            LimitState log = after(5_000_000, 5_100_000, 5_100_000, 5_200_000);
            Verdict verdict = Objects.requireNonNull(SlidingLog.giveBack(log, now, TEN, permits, charged + 1_000_000));

            assertThat(left(verdict.state(), 5_200_000)).isEqualTo(left);
            assertThat(left(verdict.state(), 6_150_000)).isEqualTo(leftLater);
        }

        @Test
        void takeNothingBackThatCountsNoMore() {
            LimitState log = after(5_000_000);

            assertThat(SlidingLog.giveBack(log, 5_999_999, TEN, 1, 6_000_000)).isNotNull();
            assertThat(SlidingLog.giveBack(log, 6_000_000, TEN, 1, 6_000_000)).isNull();
            assertThat(SlidingLog.giveBack(log, 5_500_000, TEN, 1, 6_000_001)).isNull();
        }
    }
}
