package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision.Usage;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The store on Redis's own clock. */
@ParameterizedClass
@EnumSource
class RedisStoreTests {

    private static final AtomicInteger KEYS = new AtomicInteger();

    private final TestRedis redis;
    private final RedisStore store;
    private final String user = "user" + KEYS.incrementAndGet();

    RedisStoreTests(Client client) {
        redis = TestRedis.shared(client);
        store = redis.store();
    }

    @AfterEach
    void close() {
        redis.close();
    }

    private static RateLimitPolicy policy(Algorithm algorithm, String... limits) {
        return RateLimitPolicy.of("api", Quota.of(limits)).withAlgorithm(algorithm);
    }

    private ResolvedCheck check(Algorithm algorithm, String... limits) {
        return ResolvedChecks.of(policy(algorithm, limits), user, 1);
    }

    private ChargedDecision take(ResolvedCheck check) throws StoreFailureException {
        return store.decide(List.of(check), true);
    }

    private ChargedDecision peek(ResolvedCheck check) throws StoreFailureException {
        return store.decide(List.of(check), false);
    }

    private static long remaining(ChargedDecision decision) {
        return decision.results().get(0).usages().get(0).remaining();
    }

    private String key() {
        return redis.key("api", user);
    }

    @Nested
    class Keys {

        @Test
        void areNamedByPolicyAndMillisecondsBehindAHashTag() throws StoreFailureException {
            take(check(Algorithm.TOKEN_BUCKET, "10/1s", "100/1m", "1000/1h"));

            ScanArgs ours = ScanArgs.Builder.matches(redis.prefix() + ":{" + user + "}*")
                    .limit(100_000);
            KeyScanCursor<String> found = redis.commands().scan(ours);
            assertThat(found.getKeys()).containsExactlyInAnyOrder(key(), key() + ":60000", key() + ":1000");
        }

        @ParameterizedTest
        @EnumSource(
                value = Algorithm.class,
                names = "LEAKY_BUCKET",
                mode = EnumSource.Mode.EXCLUDE) // one limit, no room
        void expireWhenFullAndAtMostASecondLater(Algorithm algorithm) throws StoreFailureException {
            List<Usage> usages =
                    take(check(algorithm, "7/1h", "5/1m")).results().get(0).usages();

            assertExpiry(key(), usages.get(0).resetAfter());
            assertExpiry(key() + ":60000", usages.get(1).resetAfter());
        }

        /** The time that this test took since is missing from what is left. */
        private void assertExpiry(String key, Duration full) {
            long left = redis.commands().pttl(key);
            assertThat(left).isBetween(full.toMillis() - 900, full.toMillis() + 1_000);
        }

        @ParameterizedTest
        @EnumSource(Algorithm.class)
        void areGoneWhenFull(Algorithm algorithm) throws StoreFailureException {
            take(check(algorithm, "5/20ms"));
            assertThat(redis.commands().pttl(key())).isPositive();

            Awaitility.await()
                    .atMost(Duration.ofSeconds(2))
                    .until(() -> redis.commands().exists(key()) == 0);
        }

        @ParameterizedTest
        @EnumSource(
                value = Algorithm.class,
                names = "LEAKY_BUCKET",
                mode = EnumSource.Mode.EXCLUDE) // one limit, no room
        void madePersistentChangeNoAnswerAndAreHealedByTheNextCharge(Algorithm algorithm) throws StoreFailureException {
            take(check(algorithm, "5/1h"));
            redis.commands().persist(key());

            assertThat(remaining(peek(check(algorithm, "5/1h")))).isEqualTo(4);
            assertThat(redis.commands().pttl(key())).isEqualTo(-1);
            assertThat(remaining(take(check(algorithm, "5/1h")))).isEqualTo(3);
            assertThat(redis.commands().pttl(key())).isPositive();
        }

        @ParameterizedTest
        @EnumSource(
                value = Algorithm.class,
                names = "LEAKY_BUCKET",
                mode = EnumSource.Mode.EXCLUDE) // one limit, no room
        void withoutExpiryFromLongAgoAreFull(Algorithm algorithm) throws StoreFailureException {
            switch (algorithm) {
                case TOKEN_BUCKET -> redis.commands().set(key(), "t5 1000000");
                case FIXED_WINDOW -> redis.commands().set(key(), "f5 1000000 0");
                case SLIDING_WINDOW -> redis.commands().set(key(), "w5 5 0 3600000000");
                case SLIDING_LOG -> redis.commands().zadd(key(), 1_000_000, "1000000:0000");
                case LEAKY_BUCKET -> throw new IllegalArgumentException("is none of these");
            }

            assertThat(remaining(peek(check(algorithm, "5/1h")))).isEqualTo(5);
        }

        @ParameterizedTest
        @EnumSource(
                value = Algorithm.class,
                names = "LEAKY_BUCKET",
                mode = EnumSource.Mode.EXCLUDE) // one limit, no room
        void areDeletedByAReset(Algorithm algorithm) throws StoreFailureException {
            ResolvedCheck check = check(algorithm, "5/1h", "5/1m");
            take(check);

            store.reset(List.of(check));
            assertThat(redis.commands().exists(key(), key() + ":60000")).isZero();
        }
    }

    @Nested
    class Script {

        @Test
        void isSentAgainWhenRedisHasForgottenIt() throws StoreFailureException {
            redis.commands().scriptFlush();

            assertThat(take(check(Algorithm.TOKEN_BUCKET, "5/1h")).isAllowed()).isTrue();
        }

        @Test
        void isSentAgainForARefundToo() throws StoreFailureException {
            ResolvedCheck check = check(Algorithm.TOKEN_BUCKET, "5/1h");
            ChargedDecision decision = take(check);
            redis.commands().scriptFlush();

            ResolvedChecks.limiter(store, ResolvedChecks.resolver()).refund(decision);
            Awaitility.await().atMost(Duration.ofSeconds(2)).until(() -> remaining(peek(check)) == 5);
        }

        @Test
        void ofAnotherTypeAreOverwritten() throws StoreFailureException {
            redis.commands().rpush(key(), "something else");

            assertThat(take(check(Algorithm.TOKEN_BUCKET, "5/1h")).isAllowed()).isTrue();
            assertThat(redis.commands().type(key())).isEqualTo("string");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void givesBackAllChargesOfOneBudgetAtOnce(Algorithm algorithm) throws StoreFailureException {
        ResolvedCheck check = check(algorithm, "5/1h");
        List<Charge> charges = new ArrayList<>(take(check).takeCharges());
        charges.addAll(take(check.withCost(2)).takeCharges());

        store.refund(charges);
        Awaitility.await().atMost(TestRedis.GENEROUS).until(() -> remaining(peek(check)) == 5);
    }

    @Test
    void refusedCallsDoNotDrainTheSharedBudget() throws StoreFailureException {
        ResolvedCheck phone = ResolvedChecks.of(RateLimitPolicy.of("phone", Quota.of("1/1h")), user, 1);
        ResolvedCheck budget = ResolvedChecks.of(RateLimitPolicy.of("budget", Quota.of("100/1h")), user, 1);

        for (int i = 0; i < 20; i++) {
            assertThat(store.decide(List.of(phone, budget), true).isAllowed()).isEqualTo(i == 0);
        }
        assertThat(remaining(peek(budget))).isEqualTo(99);
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void looksAtManyRequestsAsAtEachOfThem(Algorithm algorithm) throws StoreFailureException {
        ResolvedCheck used = check(algorithm, "3/1h");
        take(used);
        ResolvedCheck fresh = ResolvedChecks.of(policy(algorithm, "3/1h"), user + "-fresh", 1);
        ResolvedCheck tooDear = used.withCost(3);
        ResolvedCheck bucket = ResolvedChecks.of(RateLimitPolicy.of("bucket", Quota.of("3/1h")), user, 1);
        List<List<ResolvedCheck>> requests = List.of(
                List.of(used), List.of(fresh, bucket), List.of(tooDear), List.of(bucket, tooDear), List.of(bucket));

        List<ChargedDecision> decisions = store.peekAll(requests);

        assertThat(decisions).hasSameSizeAs(requests);
        for (int i = 0; i < requests.size(); i++) {
            ChargedDecision one = store.decide(requests.get(i), false);
            assertThat(decisions.get(i).outcome()).isEqualTo(one.outcome());
            assertThat(decisions.get(i).results())
                    .usingRecursiveFieldByFieldElementComparatorIgnoringFields("usages", "retryAfter")
                    .isEqualTo(one.results());
            assertThat(remaining(decisions.get(i))).isEqualTo(remaining(one));
            assertThat(decisions.get(i).takeCharges()).isEmpty();
        }
        assertThat(decisions).extracting(ChargedDecision::isAllowed).contains(true);
    }

    @Test
    void twoLinksShareALimit() throws StoreFailureException {
        ResolvedCheck check = check(Algorithm.TOKEN_BUCKET, "3/1h");
        try (RedisLink other = redis.newLink()) {
            RedisStore otherStore = redis.store(other, TestRedis.GENEROUS);

            assertThat(remaining(take(check))).isEqualTo(2);
            assertThat(remaining(otherStore.decide(List.of(check), true))).isEqualTo(1);
            assertThat(remaining(take(check))).isZero();
            assertThat(otherStore.decide(List.of(check), true).isAllowed()).isFalse();
        }
    }
}
