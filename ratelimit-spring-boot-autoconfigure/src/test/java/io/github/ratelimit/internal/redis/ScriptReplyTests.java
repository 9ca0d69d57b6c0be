package io.github.ratelimit.internal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ScriptReplyTests {

    private static final ResolvedCheck CHECK = ResolvedChecks.of(
            RateLimitPolicy.of("sms", Quota.of("10/1s"))
                    .withAlgorithm(Algorithm.FIXED_WINDOW)
                    .withAlertAt(List.of(50, 80, 100)),
            "ana",
            1);

    private static ChargedDecision read(Object... values) throws StoreFailureException {
        ScriptReply reply = new ScriptReply(Arrays.asList(values));
        assertThat(reply.isTooLate()).isFalse();
        return reply.next(RequestReply.fields(List.of(CHECK))).decision(List.of(CHECK), true);
    }

    @Test
    void readsEachField() throws StoreFailureException {
        Result result =
                read(7L, 1L, 0L, 0L, 600L, 0L, 5L, 0L, 3L, 700L, 600L).results().get(0);

        assertThat(result.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(result.retryAfter()).isEqualTo(micros(600));
        assertThat(result.alerts()).containsExactly(50, 100);
        assertThat(result.usages()).singleElement().satisfies(usage -> {
            assertThat(usage.remaining()).isEqualTo(3);
            assertThat(usage.resetAfter()).isEqualTo(micros(700));
            assertThat(usage.retryAfter()).isEqualTo(micros(600));
        });
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(micros * 1_000);
    }

    @ParameterizedTest
    @CsvSource({"0, ''", "1, 50", "2, 80", "3, '50,80'", "4, 100", "5, '50,100'", "7, '50,80,100'"})
    void readsWhichLevelsWereReached(long mask, String levels) throws StoreFailureException {
        Result result =
                read(7L, 1L, 1L, 1L, 0L, 1L, mask, 900L, 3L, 700L, 0L).results().get(0);

        assertThat(result.alerts().stream().map(String::valueOf)).containsExactlyElementsOf(split(levels));
        assertThat(result.delay()).isEqualTo(micros(900));
    }

    private static List<String> split(String levels) {
        return levels.isEmpty() ? List.of() : List.of(levels.split(","));
    }

    @Test
    void readsNever() throws StoreFailureException {
        ChargedDecision decision = read(7L, 1L, 0L, 0L, -1L, 0L, 0L, 0L, 3L, 0L, -1L);

        assertThat(decision.retryAfter()).isEmpty();
        assertThat(decision.results().get(0).usages().get(0).retryAfter()).isNull();
    }

    @Test
    void readsTooLate() throws StoreFailureException {
        ScriptReply reply = new ScriptReply(List.of(7L, 0L));

        assertThat(reply.nowMicros()).isEqualTo(7);
        assertThat(reply.isTooLate()).isTrue();
    }

    @Test
    void readsThatOtherBoundariesAreNeeded() throws StoreFailureException {
        assertThat(read(7L, 1L, 2L)).isNull();
    }

    @Test
    void tellsTheErrorOfARequest() {
        assertThatExceptionOfType(StoreFailureException.class)
                .isThrownBy(() -> read(7L, 1L, 3L, "WRONGTYPE no string".getBytes(UTF_8)))
                .withMessage("Redis answered WRONGTYPE no string");
    }

    static Stream<List<Object>> malformed() {
        return Stream.of(
                List.of(),
                List.of("7".getBytes(UTF_8)),
                List.of(7L),
                List.of(7L, 1L),
                List.of(7L, 1L, 4L),
                List.of(7L, 1L, 3L),
                List.of(7L, 1L, 3L, 5L),
                List.of(7L, 1L, 1L, 1L, 0L, 1L, 0L, 0L, 3L, 0L),
                List.of(7L, 1L, 1L, 1L, 0L, 1L, 0L, 0L, 3L, 0L, "x".getBytes(UTF_8)));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void rejectsAnythingElse(List<Object> values) {
        assertThatExceptionOfType(StoreFailureException.class).isThrownBy(() -> read(values.toArray()));
    }
}
