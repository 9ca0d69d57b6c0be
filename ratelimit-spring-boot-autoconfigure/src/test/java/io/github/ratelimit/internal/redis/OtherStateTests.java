package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.redis.RawCall.Check;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of another type than the algorithm's: a policy that was counted another way before. */
class OtherStateTests {

    private static final ScriptBench BENCH = new ScriptBench();
    private static final long SECOND = 1_000_000;
    private static final long NOW = 50 * SECOND;

    @AfterAll
    static void close() {
        BENCH.close();
    }

    @BeforeEach
    void freshKeys() throws StoreFailureException {
        BENCH.renew();
        BENCH.at(NOW);
    }

    private static Check check(String letter, long cost) {
        return Check.of(letter, cost).limit(BENCH.key("a"), 10, SECOND);
    }

    @ParameterizedTest
    @CsvSource({
        "t, t10 50000000",
        "f, f10 51000000 0",
        "w, w0 10 50000000 1000000",
        "k, k10 50000000",
    })
    void logUnderTheKeyOfAStringIsAbsentAndOverwritten(String letter, String state) throws StoreFailureException {
        BENCH.writeLog("a", NOW, NOW, NOW);

        assertThat(BENCH.run(RawCall.of().take(check(letter, 10)))).startsWith(NOW, 1L, 1L);
        assertThat(BENCH.read("a")).isEqualTo(state);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t10 50000000", "f10 51000000 0", "w10 10 50000000 1000000", "k10 50000000", "garbage"})
    void stringUnderTheKeyOfALogIsAbsentAndOverwritten(String state) throws StoreFailureException {
        BENCH.write("a", state);

        assertThat(BENCH.run(RawCall.of().take(check("l", 2)).take(check("l", 1))))
                .startsWith(NOW, 1L, 1L);
        assertThat(BENCH.readLog("a")).containsExactly("50000000:0000", "50000000:0001", "50000000:0002");
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "f", "w", "k", "l"})
    void listUnderAKeyIsAbsentAndOverwritten(String letter) throws StoreFailureException {
        BENCH.writeList("a");

        assertThat(BENCH.run(RawCall.of().take(check(letter, 10)).take(check(letter, 1))))
                .startsWith(NOW, 1L, 1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "f", "w", "k"})
    void refundLeavesALogAlone(String letter) throws StoreFailureException {
        BENCH.writeLog("a", NOW);

        BENCH.run(RawCall.of().refund(check(letter, -1).chargedUntil(NOW + SECOND)));
        assertThat(BENCH.readLog("a")).hasSize(1);
    }

    @Test
    void refundToALogLeavesAStringAlone() throws StoreFailureException {
        BENCH.write("a", "t10 50000000");

        BENCH.run(RawCall.of().refund(check("l", -1).chargedUntil(NOW + SECOND)));
        assertThat(BENCH.read("a")).isEqualTo("t10 50000000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "f", "w", "k", "l"})
    void refusalAndPeekLeaveItAlone(String letter) throws StoreFailureException {
        BENCH.writeList("a");

        BENCH.run(RawCall.of().peek(check(letter, 1)).take(check(letter, 11)).take(check(letter, 0)));
        assertThat(BENCH.typeOf("a")).isEqualTo("list");
    }
}
