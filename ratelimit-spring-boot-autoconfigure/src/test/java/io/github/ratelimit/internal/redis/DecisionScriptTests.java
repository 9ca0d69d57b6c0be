package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.redis.RawCall.Check;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The driver of the script: order, all or nothing, what is written, and the reply. A second is 1,000,000 µs here. */
class DecisionScriptTests {

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

    private static Check bucket(String key, long cost) {
        return Check.bucket(cost).limit(BENCH.key(key), 10, SECOND);
    }

    private static Check window(String key, long cost) {
        return Check.window(cost).limit(BENCH.key(key), 10, SECOND);
    }

    private static List<Object> run(RawCall call) throws StoreFailureException {
        return BENCH.run(call);
    }

    @Nested
    class ManyRequests {

        @Test
        void areDecidedInOrderEachWithItsVerdict() throws StoreFailureException {
            List<Object> reply =
                    run(RawCall.of().take(bucket("a", 6)).take(bucket("a", 6)).take(window("b", 1), bucket("a", 4)));

            List<Object> expected = new ArrayList<>(List.of(NOW, 1L));
            expected.addAll(List.of(1L, 1L, 0L, 6L, 0L, 0L, 4L, 600_000L, 0L));
            expected.addAll(List.of(0L, 0L, 200_000L, 0L, 0L, 0L, 4L, 600_000L, 200_000L));
            expected.addAll(List.of(1L, 1L, 0L, 1L, 0L, 0L, 9L, 1_000_000L, 0L));
            expected.addAll(List.of(1L, 0L, 4L, 0L, 0L, 0L, 1_000_000L, 0L));
            assertThat(reply).isEqualTo(expected);
        }

        @Test
        void areAllOrNothingEach() throws StoreFailureException {
            List<Object> reply =
                    run(RawCall.of().take(bucket("a", 4), window("b", 11)).take(bucket("a", 1)));

            assertThat(reply)
                    .containsExactly(
                            NOW, 1L, 0L, 1L, 0L, 0L, 0L, 0L, 10L, 0L, 0L, 0L, -1L, 0L, 0L, 0L, 10L, 0L, -1L, 1L, 1L, 0L,
                            1L, 0L, 0L, 9L, 100_000L, 0L);
            assertThat(BENCH.read("b")).isNull();
        }

        @Test
        void areReadBeforeTheFirstIsDecided() throws StoreFailureException {
            assertThatThrownBy(() -> run(RawCall.of().take(bucket("a", 1)).garbage()))
                    .hasMessageContaining("is not a number");
            assertThat(BENCH.read("a")).isNull();
        }
    }

    @Nested
    class Errors {

        @Test
        void areNoneWhereAKeyIsOfAnotherType() throws StoreFailureException {
            BENCH.writeList("list");
            BENCH.writeList("block");

            List<Object> reply = run(RawCall.of().take(bucket("list", 1).block(BENCH.key("block"), SECOND)));

            assertThat(reply).containsExactly(NOW, 1L, 1L, 1L, 0L, 1L, 0L, 0L, 0L, 9L, 100_000L, 0L);
            assertThat(BENCH.read("list")).isEqualTo("t1 50000000");
        }

        @Test
        void ofTheCallerFailTheirRequestOnly() throws StoreFailureException {
            Check unknown = Check.unknown().limit(BENCH.key("x"), 10, SECOND);

            List<Object> reply = run(RawCall.of().take(bucket("a", 1), unknown).take(bucket("b", 1)));

            assertThat(reply).startsWith(NOW, 1L, 3L, "ERR no such algorithm", 1L);
            assertThat(BENCH.read("a")).isNull();
            assertThat(BENCH.read("b")).isNotNull();
        }
    }

    @Nested
    class NotAfter {

        @Test
        void inThePastDecidesNothing() throws StoreFailureException {
            assertThat(run(RawCall.of().notAfter(NOW - 1).take(bucket("a", 1)))).containsExactly(NOW, 0L);
            assertThat(BENCH.read("a")).isNull();
        }

        @ParameterizedTest
        @CsvSource({"0", "50000000", "50000001"})
        void nowOrLaterOrNeverDecides(long notAfter) throws StoreFailureException {
            assertThat(run(RawCall.of().notAfter(notAfter).take(bucket("a", 1))))
                    .startsWith(NOW, 1L, 1L);
        }
    }

    @Nested
    class Advisory {

        @Test
        void refusalRefusesNobodyAndIsNotCharged() throws StoreFailureException {
            BENCH.write("watched", "t10 50000000");

            List<Object> reply = run(RawCall.of().take(bucket("watched", 1).advisory(), bucket("a", 1)));

            List<Object> expected = new ArrayList<>(List.of(NOW, 1L, 1L));
            expected.addAll(List.of(0L, 100_000L, 0L, 0L, 0L, 0L, 1_000_000L, 100_000L));
            expected.addAll(List.of(1L, 0L, 1L, 0L, 0L, 9L, 100_000L, 0L));
            assertThat(reply).isEqualTo(expected);
            assertThat(BENCH.read("watched")).isEqualTo("t10 50000000");
        }

        @Test
        void isNotChargedWhenAnotherCheckRefuses() throws StoreFailureException {
            assertThat(run(RawCall.of().take(bucket("watched", 1).advisory(), bucket("a", 11))))
                    .startsWith(NOW, 1L, 0L, 1L);
            assertThat(BENCH.read("watched")).isNull();
        }
    }
}
