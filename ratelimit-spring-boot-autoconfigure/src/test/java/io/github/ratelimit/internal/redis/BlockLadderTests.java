package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.redis.RawCall.Check;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A key that its own limit refuses stays out for 1 m, then 5 m, then 1 h. */
class BlockLadderTests {

    private static final ScriptBench BENCH = new ScriptBench();
    private static final long SECOND = 1_000_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long NOW = 1_800_000_000 * SECOND;

    @AfterAll
    static void close() {
        BENCH.close();
    }

    @BeforeEach
    void freshKeys() {
        BENCH.renew();
    }

    private static Check login(long cost) {
        return Check.bucket(cost).limit(BENCH.key("a"), 1, SECOND).block(BENCH.key("block"), MINUTE, 5 * MINUTE, HOUR);
    }

    private static Check full() {
        return Check.bucket(2).limit(BENCH.key("full"), 1, SECOND);
    }

    /** The wait of one try; 0 when it passed. */
    private static long tryAt(long time) throws StoreFailureException {
        List<Object> reply = BENCH.at(time).run(RawCall.of().take(login(1)));
        assertThat(reply.get(2)).isEqualTo((Long) reply.get(4) == 0 ? 1L : 0L);
        return (Long) reply.get(4);
    }

    /** Passes once and is refused right after. */
    private static long offendAt(long time) throws StoreFailureException {
        assertThat(tryAt(time)).isZero();
        return tryAt(time);
    }

    @Test
    void blocksLongerEachTimeUpToTheLastStep() throws StoreFailureException {
        assertThat(offendAt(NOW)).isEqualTo(MINUTE);
        assertThat(offendAt(NOW + MINUTE)).isEqualTo(5 * MINUTE);
        assertThat(offendAt(NOW + 6 * MINUTE)).isEqualTo(HOUR);
        assertThat(offendAt(NOW + 6 * MINUTE + HOUR)).isEqualTo(HOUR);
    }

    @Test
    void holdsToItsEndAndNoLonger() throws StoreFailureException {
        offendAt(NOW);

        assertThat(tryAt(NOW + MINUTE - 1)).isEqualTo(1);
        assertThat(tryAt(NOW + MINUTE)).isZero();
    }

    @Test
    void isNotProlongedByTriesMeanwhile() throws StoreFailureException {
        offendAt(NOW);

        assertThat(tryAt(NOW + 10 * SECOND)).isEqualTo(50 * SECOND);
        assertThat(tryAt(NOW + 20 * SECOND)).isEqualTo(40 * SECOND);
    }

    @Test
    void isForgottenAfterItsEndAndTheLastStep() throws StoreFailureException {
        offendAt(NOW);
        long forgotten = NOW + MINUTE + HOUR;

        assertThat(BENCH.read("block")).isEqualTo("b1 " + (NOW + MINUTE));
        assertThat(BENCH.expiryOf("block")).isBetween(forgotten, forgotten + SECOND);
        assertThat(offendAt(forgotten)).isEqualTo(MINUTE);
    }

    @Test
    void isRememberedAMicrosecondBefore() throws StoreFailureException {
        offendAt(NOW);

        assertThat(offendAt(NOW + MINUTE + HOUR - 1)).isEqualTo(5 * MINUTE);
    }

    @Test
    void neverStartsOnARefusalByAnotherCheck() throws StoreFailureException {
        assertThat(BENCH.at(NOW).run(RawCall.of().take(login(1), full()))).startsWith(NOW, 1L, 0L, 1L);
        assertThat(BENCH.read("block")).isNull();
    }

    @Test
    void neverStartsOnACostThatCannotFit() throws StoreFailureException {
        assertThat(BENCH.at(NOW).run(RawCall.of().take(login(2)))).startsWith(NOW, 1L, 0L, 0L, -1L);
        assertThat(BENCH.read("block")).isNull();
    }

    @Test
    void tellsHowMuchLongerItHolds() throws StoreFailureException {
        offendAt(NOW);

        List<Object> reply = BENCH.at(NOW + 10 * SECOND).run(RawCall.of().take(login(1)));
        assertThat(reply)
                .containsExactly(NOW + 10 * SECOND, 1L, 0L, 0L, 50 * SECOND, 0L, 0L, 0L, 50 * SECOND, 1L, 0L, 0L);
    }

    @Test
    void letsPassWhatCostsNothing() throws StoreFailureException {
        offendAt(NOW);

        assertThat(BENCH.run(RawCall.of().take(login(0)))).startsWith(NOW, 1L, 1L, 1L, 0L, 0L, 0L, 0L, MINUTE);
    }

    @Test
    void isLeftAloneByARefund() throws StoreFailureException {
        offendAt(NOW);

        BENCH.run(RawCall.of()
                .refund(Check.bucket(-1).limit(BENCH.key("a"), 1, SECOND).chargedUntil(NOW + SECOND)));
        assertThat(tryAt(NOW)).isEqualTo(MINUTE);
    }

    @Test
    void isShownByAPeekButNotStarted() throws StoreFailureException {
        assertThat(tryAt(NOW)).isZero();

        assertThat(BENCH.run(RawCall.of().peek(login(1)))).startsWith(NOW, 1L, 0L, 0L, MINUTE);
        assertThat(BENCH.read("block")).isNull();
    }

    @Test
    void endsNoLaterThanItsStepAfterAClockWentBack() throws StoreFailureException {
        offendAt(NOW);

        assertThat(tryAt(NOW - HOUR)).isEqualTo(MINUTE);
        assertThat(BENCH.read("block")).isEqualTo("b1 " + (NOW - HOUR + MINUTE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"garbage", "b1", "b0 9999999999999999", "b-1 9999999999999999", "bnan 9999999999999999"})
    void ignoresWhatItCannotRead(String state) throws StoreFailureException {
        BENCH.write("block", state);

        assertThat(tryAt(NOW)).isZero();
    }
}
