package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.HashKeys;
import io.github.ratelimit.internal.key.KeyEncoder;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RefusalLogTests {

    private static final RateLimitPolicy API = RateLimitPolicy.of("api", Quota.of("1/1h"));
    private static final RateLimitPolicy SMS = RateLimitPolicy.of("sms", Quota.of("5/1h"));
    private static final RateLimitPolicy WATCHED =
            RateLimitPolicy.of("watched", Quota.of("1/1h")).withEnforce(false);
    private static final RateLimitPolicy CLOSED =
            RateLimitPolicy.of("closed", Quota.of("1/1h")).withOnStoreFailure(OnStoreFailure.CLOSED);

    /** printf %s ana | sha256sum | cut -c1-16 */
    private static final String ANA = "24d4b96f58da6d4a";

    @RegisterExtension
    final LogRecorder recorder = new LogRecorder("io.github.ratelimit.refusals");

    private final Seconds seconds = new Seconds();
    private final RefusalLog log = new RefusalLog(new KeyEncoder(HashKeys.AUTO, null), seconds);
    private final CheckResolver resolver = ResolvedChecks.resolver(API, SMS, WATCHED, CLOSED);
    private final StoreRateLimiter limiter = limiter(new LocalStore(10_000, LocalClock.SYSTEM));

    private StoreRateLimiter limiter(RateLimitStore store) {
        return new StoreRateLimiter(resolver, store, new DecisionListeners(List::of, log, System::nanoTime));
    }

    private void ask(String policy, String key, int times) {
        for (int i = 0; i < times; i++) {
            limiter.tryAcquire(RateLimitCheck.of(policy, key));
        }
    }

    @Nested
    class RefusalsOfAKey {

        @Test
        void areOneLineASecondWithACount() {
            ask("api", "ana", 4);
            seconds.pass();
            ask("api", "ana", 2);
            seconds.pass();

            assertThat(recorder.fields())
                    .satisfiesExactly(
                            first -> assertThat(first)
                                    .containsEntry("policy", "api")
                                    .containsEntry("outcome", "refused")
                                    .containsEntry("key", ANA)
                                    .containsEntry("count", "3")
                                    .hasEntrySatisfying(
                                            "wait_ms",
                                            wait -> assertThat(Long.parseLong(wait))
                                                    .isBetween(3_000_000L, 3_600_000L))
                                    .doesNotContainKey("place"),
                            second -> assertThat(second).containsEntry("count", "2"));
        }

        @Test
        void areToldToPeopleToo() {
            ask("api", "ana", 3);
            seconds.pass();

            assertThat(recorder.messages())
                    .singleElement()
                    .asString()
                    .matches("Rate limit policy 'api' refused 2 \\(key " + ANA + ", wait 3[56]\\d{5} ms\\)");
        }

        @Test
        void areToldWithoutAFurtherRequest() {
            ask("api", "ana", 2);

            assertThat(seconds.waiting()).isEqualTo(1);
        }

        @Test
        void areToldWhenTheApplicationCloses() {
            ask("api", "ana", 2);
            log.close();

            assertThat(recorder.messages()).hasSize(1);
        }

        @Test
        void neverShowThePlainKey() {
            ask("api", "9841234567", 2);
            seconds.pass();

            assertThat(recorder.messages() + recorder.fields().toString()).doesNotContain("9841234567");
        }

        @Test
        void tellWhereTheyWereAsked() {
            List<ResolvedCheck> checks = List.of(ResolvedChecks.of(API, "ana", 1));
            for (int i = 0; i < 3; i++) {
                limiter.tryAcquire(checks, new RequestLedger(), policy -> "/orders/{id}");
            }
            seconds.pass();

            assertThat(recorder.fields())
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .containsEntry("place", "/orders/{id}")
                            .containsEntry("count", "2"));
        }

        @Test
        void haveNoWaitWhenTheyNeverFit() {
            limiter.tryAcquire(RateLimitCheck.of("api", "ana").cost(2));
            seconds.pass();

            assertThat(recorder.fields())
                    .singleElement()
                    .satisfies(line -> assertThat(line).doesNotContainKey("wait_ms"));
        }
    }

    @Nested
    class Outcomes {

        @Test
        void ofAPolicyThatIsNotEnforcedAreShadow() {
            ask("watched", "ana", 3);
            seconds.pass();

            assertThat(recorder.fields())
                    .singleElement()
                    .satisfies(line ->
                            assertThat(line).containsEntry("outcome", "shadow").containsEntry("count", "2"));
            assertThat(recorder.messages()).singleElement().asString().contains("'watched' would refuse 2 (");
        }

        @Test
        void ofAClosedPolicyWithoutAStoreAreUnavailable() {
            RateLimitStore failing = new FailurePolicyStore(
                    new FailingStore(), new LocalStore(10, LocalClock.SYSTEM), () -> 1, System::nanoTime);
            limiter(failing).tryAcquire(RateLimitCheck.of("closed", "ana"));
            seconds.pass();

            assertThat(recorder.fields())
                    .singleElement()
                    .satisfies(line -> assertThat(line).containsEntry("outcome", "unavailable"));
        }

        @Test
        void ofWhatHadRoomAreNotLogged() {
            ask("api", "ana", 1);
            limiter.tryAcquire(RateLimitCheck.of("api", "ana"), RateLimitCheck.of("sms", "ana"));
            seconds.pass();

            assertThat(recorder.fields())
                    .singleElement()
                    .satisfies(line -> assertThat(line).containsEntry("policy", "api"));
        }
    }

    @Nested
    class AFlood {

        @Test
        void hasALineForSomeKeysAndOneForTheRest() {
            for (int i = 0; i < 1_000; i++) {
                ask("api", "key" + i, 2);
            }
            seconds.pass();

            assertThat(recorder.messages()).hasSize(21);
            assertThat(recorder.fields())
                    .filteredOn(line -> !line.containsKey("key"))
                    .singleElement()
                    .satisfies(line -> assertThat(line).containsEntry("count", "980"));
            assertThat(recorder.messages())
                    .filteredOn(line -> line.contains("(further keys, wait"))
                    .hasSize(1);
        }

        @Test
        void hidesNoOtherPolicy() {
            for (int i = 0; i < 1_000; i++) {
                ask("api", "key" + i, 2);
            }
            ask("sms", "ana", 6);
            seconds.pass();

            assertThat(recorder.fields())
                    .filteredOn(line -> line.get("policy").equals("sms"))
                    .singleElement()
                    .satisfies(line -> assertThat(line).containsEntry("key", ANA));
        }

        @Test
        void isForgottenAfterItsSecond() {
            for (int i = 0; i < 1_000; i++) {
                ask("api", "key" + i, 2);
            }
            seconds.pass();
            ask("api", "ana", 2);
            seconds.pass();

            assertThat(recorder.fields().get(21)).containsEntry("key", ANA);
        }
    }

    @Test
    void costsNothingWhenTheLevelIsOff() {
        recorder.setLevel(Level.WARN);
        ask("api", "ana", 3);

        assertThat(seconds.waiting()).isZero();
    }
}
