package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How often a waiting caller yields before it parks. The clock moves by what its yields take. */
class YieldingWaitTests {

    private static final long BRIEF = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long TIME_SLICE = TimeUnit.MILLISECONDS.toNanos(3);
    private static final int MOST = 16;

    private long nanos = Long.MAX_VALUE - TIME_SLICE; // a clock may wrap
    private long yieldNanos = BRIEF;
    private int yields;
    private final YieldingWait wait = YieldingWait.ofCrowd(() -> nanos, this::letOthersRun);

    private void letOthersRun() {
        yields++;
        nanos += yieldNanos;
    }

    /** How many yields a wait makes that ends after so many at the soonest. */
    private int yieldsUntil(int enough) {
        yields = 0;
        wait.await(() -> yields >= enough);
        return yields;
    }

    private void pass(long millis) {
        nanos += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** One that takes as long as a thread that computes keeps its processor. */
    private void yieldSlowly() {
        yieldNanos = TIME_SLICE;
        assertThat(yieldsUntil(MOST)).isEqualTo(1);
        yieldNanos = BRIEF;
    }

    @Test
    void yieldsUntilItIsOverAndNotForEver() {
        assertThat(yieldsUntil(0)).isZero();
        assertThat(yieldsUntil(3)).isEqualTo(3);
        assertThat(yieldsUntil(1_000)).isEqualTo(MOST);
    }

    @Test
    void besideThreadsThatComputeItYieldsOnceAndThenParksAtOnceForAWhile() {
        yieldSlowly();
        pass(1);
        assertThat(yieldsUntil(3)).isZero();
        pass(1);
        assertThat(yieldsUntil(3)).isEqualTo(3);
    }

    @Test
    void theWhileDoublesUpToAnEighthOfASecond() {
        for (long pause = 2; pause <= 128; pause *= 2) {
            yieldSlowly();
            pass(pause - 1);
            assertThat(yieldsUntil(3)).isZero();
            pass(1);
        }
        yieldSlowly();
        pass(127);
        assertThat(yieldsUntil(3)).isZero();
        pass(1);
        assertThat(yieldsUntil(3)).isEqualTo(3);
    }

    @Test
    void theWhileHalvesAsTimePassesWithoutASlowYield() {
        yieldSlowly();
        pass(2);
        yieldSlowly();
        pass(4); // the next would be 8
        for (int i = 0; i < 2; i++) {
            pass(9);
            assertThat(yieldsUntil(3)).isEqualTo(3);
        }
        yieldSlowly();
        pass(2);
        assertThat(yieldsUntil(3)).isEqualTo(3);
    }

    /** Many callers yield at the same time, and one thread that computes holds up all of them. */
    @Test
    void whatSeveralCallersSeeAtOnceCountsOnce() {
        yieldNanos = TIME_SLICE;
        wait.await(() -> {
            if (yields == 0) {
                letOthersRun();
                wait.await(() -> false); // another caller, in the same time slice
            }
            return false;
        });
        yieldNanos = BRIEF;
        pass(2);
        assertThat(yieldsUntil(3)).isEqualTo(3);
    }

    @Test
    void oneThatIsAloneYieldsForAsLongAsANearbyAnswerTakes() {
        YieldingWait alone = YieldingWait.ofOne(() -> nanos, this::letOthersRun);

        for (int i = 0; i < 10; i++) {
            yields = 0;
            alone.await(() -> yields >= 200);
            assertThat(yields).isEqualTo(200);
            alone.await(() -> false); // single answers take longer
            assertThat(yields).isEqualTo(200 + 250);
        }
    }

    @Test
    void aDistantAnswerIsNotWaitedForAwake() {
        YieldingWait alone = YieldingWait.ofOne(() -> nanos, this::letOthersRun);

        alone.await(() -> false);
        alone.await(() -> false);
        alone.await(() -> false);
        yields = 0;
        pass(1);
        alone.await(() -> false);
        assertThat(yields).isZero();
        pass(1);
        alone.await(() -> yields >= 10);
        assertThat(yields).isEqualTo(10);
    }

    @Test
    void oneThatIsAloneParksAtOnceAfterAYieldThatCostATimeSlice() {
        YieldingWait alone = YieldingWait.ofOne(() -> nanos, this::letOthersRun);
        yieldNanos = TIME_SLICE;
        alone.await(() -> false);

        alone.await(() -> false);
        assertThat(yields).isEqualTo(1);
    }
}
