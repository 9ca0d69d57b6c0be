package io.github.ratelimit.internal.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedCheck.TakeUpTo;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.redis.ScriptRequest.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import org.jspecify.annotations.Nullable;

/** The short way of calls of buckets only: when it is taken, and that it decides as the long one does. */
class BucketCallTests {

    private static final SettableTime TIME = SettableTime.withExpiry();
    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final long START = 1_800_000_000_000_000L;
    private static final RateLimitPolicy BUCKET = RateLimitPolicy.of("bucket", Quota.of("10/1s"));
    private static final RateLimitPolicy WINDOW = BUCKET.withAlgorithm(Algorithm.FIXED_WINDOW);

    private final CallWriter writer = new CallWriter(TIME.redis().prefix());

    @AfterContainer
    static void close() {
        TIME.close();
    }

    private ScriptRequest taking(ResolvedCheck... checks) {
        return writer.decide(List.of(checks), true, START);
    }

    private ScriptRequest peeking(ResolvedCheck... checks) {
        return writer.decide(List.of(checks), false, START);
    }

    private static ResolvedCheck check(RateLimitPolicy policy, long cost) {
        return ResolvedChecks.of(policy, "ana", cost);
    }

    @Example
    void isForPlainBucketsOnly() {
        assertThat(taking(check(BUCKET, 1), check(BUCKET, 3)).mode()).isEqualTo(Mode.TAKE_FROM_BUCKETS);
        assertThat(peeking(check(BUCKET, 1), check(BUCKET, 3)).mode()).isEqualTo(Mode.PEEK_AT_BUCKETS);

        assertThat(taking(check(BUCKET, 1), check(WINDOW, 1)).mode()).isEqualTo(Mode.TAKE);
        assertThat(taking(check(BUCKET, 0)).mode()).isEqualTo(Mode.TAKE);
        assertThat(taking(check(BUCKET.withEnforce(false), 1)).mode()).isEqualTo(Mode.TAKE);
        assertThat(taking(check(BUCKET.withBlock(List.of(Duration.ofMinutes(1))), 1))
                        .mode())
                .isEqualTo(Mode.TAKE);
        assertThat(taking(check(RateLimitPolicy.of("two", Quota.of("10/1s", "100/1m")), 1))
                        .mode())
                .isEqualTo(Mode.TAKE);
        assertThat(peeking(check(BUCKET, 1), check(WINDOW, 1)).mode()).isEqualTo(Mode.PEEK);
        assertThat(peeking(check(BUCKET, 0)).mode()).isEqualTo(Mode.PEEK);
    }

    @Example
    void isTakenByWholeCallsOnly() {
        ScriptRequest plain = taking(check(BUCKET, 1), check(BUCKET, 1));
        ScriptRequest other = taking(check(WINDOW, 1));

        assertThat(ScriptCall.of(0, List.of(plain, peeking(check(BUCKET, 1)))).arguments())
                .hasNumberOfRows(5)
                .satisfies(arguments -> assertThat(arguments[1]).containsExactly('b', 2, 128 + 1));
        assertThat(new String(ScriptCall.of(0, List.of(plain, other)).arguments()[1], US_ASCII))
                .isEqualTo("2");
    }

    @Example
    void hasNoRoomForRequestsOfMoreChecksThanAByteCounts() {
        for (int checks : List.of(127, 128)) {
            ScriptRequest request =
                    taking(Collections.nCopies(checks, check(BUCKET, 1)).toArray(ResolvedCheck[]::new));
            assertThat(ScriptCall.of(0, List.of(request)).arguments()[1][0])
                    .isEqualTo((byte) (checks == 127 ? 'b' : '1'));
        }
    }

    /**
     * A request of several checks.
     *
     * @param pause µs that pass before
     * @param more what it takes beyond its cost, if it is of one check
     */
    record Request(
            long pause,
            boolean take,
            List<Long> costs,
            @Nullable TakeUpTo more) {}

    @Provide
    Arbitrary<List<Request>> histories() {
        Arbitrary<List<Long>> costs =
                Arbitraries.longs().between(0, 12).list().ofMinSize(1).ofMaxSize(3);
        Arbitrary<TakeUpTo> more = Combinators.combine(
                        Arbitraries.longs().between(1, 12),
                        Arbitraries.integers().between(1, 4))
                .as(TakeUpTo::new);
        Arbitrary<Boolean> take = Arbitraries.frequency(Tuple.of(2, true), Tuple.of(1, false));
        return Combinators.combine(Arbitraries.longs().between(0, 2_000_000), take, costs, more.injectNull(0.5))
                .as(Request::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(20);
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void decidesAsTheLongWayDoes(@ForAll("histories") List<Request> history) throws StoreFailureException {
        int run = RUNS.incrementAndGet();
        long now = START;
        for (Request request : history) {
            now += request.pause();
            TIME.set(now);
            List<ResolvedCheck> ofShort = checks("short" + run, request);
            List<ResolvedCheck> ofLong = checks("long" + run, request);
            ScriptRequest window = taking(ResolvedChecks.of(WINDOW, "window" + run, 1));

            ChargedDecision shortWay = decide(ofShort, request.take(), written(ofShort, request));
            ChargedDecision longWay = decide(ofLong, request.take(), written(ofLong, request), window);

            assertThat(shortWay.outcome()).isEqualTo(longWay.outcome());
            for (int i = 0; i < ofShort.size(); i++) {
                assertThat(shortWay.results().get(i))
                        .usingRecursiveComparison()
                        .ignoringFields("key")
                        .isEqualTo(longWay.results().get(i));
                assertThat(state(ofShort.get(i))).isEqualTo(state(ofLong.get(i)));
            }
            assertThat(granted(shortWay)).isEqualTo(granted(longWay));
        }
    }

    /** Whatever comes first in a call: what fits, what is refused, what only looks, what takes more. */
    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void decidesTogetherAsOneByOne(@ForAll("histories") List<Request> history) throws StoreFailureException {
        int run = RUNS.incrementAndGet();
        TIME.set(START);
        List<List<ResolvedCheck>> together = new ArrayList<>();
        history.forEach(request -> together.add(checks("together" + run, request)));

        ScriptReply reply = send(IntStream.range(0, history.size())
                .mapToObj(i -> written(together.get(i), history.get(i)))
                .toArray(ScriptRequest[]::new));

        for (int i = 0; i < history.size(); i++) {
            boolean take = history.get(i).take();
            List<ResolvedCheck> alone = checks("alone" + run, history.get(i));
            ChargedDecision one = decide(alone, take, written(alone, history.get(i)));
            ChargedDecision amongOthers =
                    reply.next(RequestReply.fields(together.get(i))).decision(together.get(i), take);
            assertThat(amongOthers.outcome()).isEqualTo(one.outcome());
            assertThat(amongOthers.results())
                    .usingRecursiveFieldByFieldElementComparatorIgnoringFields("key")
                    .isEqualTo(one.results());
            assertThat(granted(amongOthers)).isEqualTo(granted(one));
        }
        for (int i = 0; i < 3; i++) {
            TestRedis redis = TIME.redis();
            assertThat(redis.commands().get(redis.key("bucket" + i, "together" + run)))
                    .isEqualTo(redis.commands().get(redis.key("bucket" + i, "alone" + run)));
        }
    }

    private static List<Long> granted(ChargedDecision decision) {
        return decision.takeCharges().stream()
                .map(charge -> charge.check().cost())
                .toList();
    }

    private static List<ResolvedCheck> checks(String key, Request request) {
        List<ResolvedCheck> checks = new ArrayList<>();
        for (int i = 0; i < request.costs().size(); i++) {
            RateLimitPolicy policy = RateLimitPolicy.of("bucket" + i, Quota.of("10/" + (i + 1) + "s"));
            ResolvedCheck check = ResolvedChecks.of(policy, key, request.costs().get(i));
            boolean alone = request.costs().size() == 1;
            boolean more = alone && request.take() && request.more() != null;
            checks.add(more ? check.takingUpTo(request.more()) : check);
        }
        return checks;
    }

    private ScriptRequest written(List<ResolvedCheck> checks, Request request) {
        return writer.decide(checks, request.take(), START);
    }

    private static ChargedDecision decide(List<ResolvedCheck> checks, boolean take, ScriptRequest... requests)
            throws StoreFailureException {
        ScriptReply reply = send(requests);
        return reply.next(RequestReply.fields(checks)).decision(checks, take);
    }

    private static ScriptReply send(ScriptRequest... requests) throws StoreFailureException {
        TestRedis redis = TIME.redis();
        List<?> values = new ScriptRunner(redis.script())
                .send(redis.link().session(), ScriptCall.of(0, List.of(requests)))
                .toCompletableFuture()
                .join();
        return new ScriptReply(values);
    }

    private static String state(ResolvedCheck check) {
        return BucketState.written(
                TIME.redis().commands().get(TIME.redis().key(check.policy().name(), check.key())));
    }

    @Example
    void overwritesWhatItCannotReadAndAnotherAlgorithmsState() throws StoreFailureException {
        TIME.set(START);
        for (String state : List.of("garbage", "f10 " + (START + 1) + " 0", BucketState.packed("t1e400 " + START))) {
            ResolvedCheck check = ResolvedChecks.of(BUCKET, "odd" + RUNS.incrementAndGet(), 3);
            TIME.redis().commands().set(TIME.redis().key("bucket", check.key()), state);

            assertThat(decide(List.of(check), true, taking(check)).isAllowed()).isTrue();
            assertThat(state(check)).isEqualTo("t3 " + START);
        }
        ResolvedCheck ofList = ResolvedChecks.of(BUCKET, "list" + RUNS.incrementAndGet(), 3);
        TIME.redis().commands().rpush(TIME.redis().key("bucket", ofList.key()), "no string");
        assertThat(decide(List.of(ofList), true, taking(ofList)).isAllowed()).isTrue();
        assertThat(state(ofList)).isEqualTo("t3 " + START);
    }

    @Example
    void takesAStateOfTheFutureForOneOfNow() throws StoreFailureException {
        TIME.set(START);
        ResolvedCheck check = ResolvedChecks.of(BUCKET, "future" + RUNS.incrementAndGet(), 3);
        TIME.redis()
                .commands()
                .set(TIME.redis().key("bucket", check.key()), BucketState.packed("t9 " + (START + 5_000_000)));

        ChargedDecision refused = decide(List.of(check), true, taking(check));

        assertThat(refused.isAllowed()).isFalse();
        assertThat(refused.retryAfter()).contains(Duration.ofMillis(200));
        assertThat(state(check)).isEqualTo("t9 " + START);
    }

    @Example
    void writesNothingWhereNothingIsTaken() throws StoreFailureException {
        TIME.set(START);
        String future = "t9 " + (START + 5_000_000);
        for (int checks = 1; checks <= 2; checks++) {
            List<ResolvedCheck> peeked = new ArrayList<>();
            for (int i = 0; i < checks; i++) {
                ResolvedCheck check = ResolvedChecks.of(BUCKET, "peeked" + RUNS.incrementAndGet(), 3);
                TIME.redis().commands().set(TIME.redis().key("bucket", check.key()), BucketState.packed(future));
                peeked.add(check);
            }

            ChargedDecision refused = decide(peeked, false, writer.decide(peeked, false, START));

            assertThat(refused.retryAfter()).contains(Duration.ofMillis(200));
            assertThat(peeked).allSatisfy(check -> assertThat(state(check)).isEqualTo(future));
        }
    }

    @Example
    void decidesNothingAfterNotAfter() throws StoreFailureException {
        TIME.set(START);
        ResolvedCheck check = ResolvedChecks.of(BUCKET, "late" + RUNS.incrementAndGet(), 3);
        TestRedis redis = TIME.redis();
        ScriptCall call = ScriptCall.of(START - 1, List.of(taking(check)));

        ScriptReply reply = new ScriptReply(new ScriptRunner(redis.script())
                .send(redis.link().session(), call)
                .toCompletableFuture()
                .join());

        assertThat(reply.isTooLate()).isTrue();
        assertThat(state(check)).isNull();
    }
}
