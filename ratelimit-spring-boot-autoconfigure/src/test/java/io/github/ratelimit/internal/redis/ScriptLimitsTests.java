package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.redis.RawCall.Check;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a check may take, and how several limits of one check go together. A second is 1,000,000 µs here. */
class ScriptLimitsTests {

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
    class TakeUpTo {

        @ParameterizedTest
        @CsvSource({
            // used before, cost, up to, fits, granted
            "0, 1, 5, 1, 5",
            "7, 1, 5, 1, 3",
            "9, 1, 5, 1, 1",
            "10, 1, 5, 0, 0", // not even the cost
            "8, 3, 5, 0, 0",
            "0, 5, 5, 1, 5",
            "0, 5, 2, 1, 5", // never less than the cost
        })
        void grantsWhatIsLeftAboveTheCost(long used, long cost, long upTo, long fits, long granted)
                throws StoreFailureException {
            BENCH.write("a", "t" + used + " 50000000");

            List<Object> reply = run(RawCall.of().take(bucket("a", cost).takeUpTo(upTo, 1)));

            assertThat(reply.get(3)).isEqualTo(fits);
            assertThat(reply.get(5)).isEqualTo(granted);
            assertThat(BENCH.read("a")).isEqualTo("t" + (used + granted) + " 50000000");
        }

        @ParameterizedTest
        @CsvSource({
            "0, 1, 5, 2, 5",
            "2, 1, 5, 2, 4",
            "3, 1, 5, 2, 3", // of 7, rounded down
            "0, 1, 5, 6, 1",
            "0, 1, 5, 60, 1", // never less than the cost
        })
        void grantsAPartOfWhatIsLeft(long used, long cost, long upTo, long part, long granted)
                throws StoreFailureException {
            BENCH.write("a", "t" + used + " 50000000");

            List<Object> reply = run(RawCall.of().take(bucket("a", cost).takeUpTo(upTo, part)));

            assertThat(reply.get(5)).isEqualTo(granted);
            assertThat(BENCH.read("a")).isEqualTo("t" + (used + granted) + " 50000000");
        }

        @Test
        void takesTheLeastThatAllLimitsHave() throws StoreFailureException {
            BENCH.write("short", "t8 50000000");
            Check check = bucket("long", 1).limit(BENCH.key("short"), 10, 1_000).takeUpTo(5, 1);

            assertThat(run(RawCall.of().take(check))).startsWith(NOW, 1L, 1L, 1L, 0L, 2L);
        }
    }

    @Nested
    class SeveralLimits {

        @Test
        void waitForTheLongestAndSayEach() throws StoreFailureException {
            BENCH.write("long", "t10 50000000");
            BENCH.write("short", "t10 50000000");
            Check check = bucket("long", 1).limit(BENCH.key("short"), 10, 1_000);

            assertThat(run(RawCall.of().take(check)))
                    .containsExactly(NOW, 1L, 0L, 0L, 100_000L, 0L, 0L, 0L, 0L, 1_000_000L, 100_000L, 0L, 1_000L, 100L);
        }

        @Test
        void neverFitWhenOneNeverDoes() throws StoreFailureException {
            BENCH.write("long", "t10 50000000");
            Check check = bucket("long", 6).limit(BENCH.key("short"), 5, 1_000);

            assertThat(run(RawCall.of().take(check))).startsWith(NOW, 1L, 0L, 0L, -1L);
        }

        @Test
        void announceEachLevelThatOneOfThemReaches() throws StoreFailureException {
            BENCH.write("long", "f5 50900000 50");
            Check check = window("long", 5).limit(BENCH.key("short"), 10, 1_000).alerts(50, 100);

            assertThat(run(RawCall.of().take(check)).get(6)).isEqualTo(3L);
        }
    }
}
