package io.github.ratelimit.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cells come with what is used, and go when nothing is. */
class LocalCellsTests {

    private static final RateLimitPolicy API = RateLimitPolicy.of("api", Quota.of("10/1s"));
    private static final long SECOND = 1_000_000;

    private final TestClock clock = new TestClock();
    private final LocalStore store = new LocalStore(3, clock);

    private ChargedDecision take(RateLimitPolicy policy, String key, long cost) {
        return store.decide(List.of(ResolvedChecks.of(policy, key, cost)), true);
    }

    private static long remaining(RateLimitDecision decision) {
        return decision.results().get(0).usages().get(0).remaining();
    }

    @Test
    void goWhenTheyAreFull() {
        take(API, "ana", 10);
        take(API, "ben", 1);
        assertThat(store.localKeys()).isEqualTo(2);

        clock.advance(SECOND + 1);
        take(API, "cem", 1);
        assertThat(store.localKeys()).isEqualTo(1);
    }

    @Test
    void areLookedThroughOnceASecond() {
        take(API, "ana", 1);
        clock.advance(SECOND - 1);
        take(API, "ben", 1);
        assertThat(store.localKeys()).isEqualTo(2);

        clock.advance(1);
        take(API, "ben", 1);
        assertThat(store.localKeys()).isEqualTo(1);
    }

    @Test
    void goAtTheVeryMicrosecondTheyAreFull() {
        take(API, "ana", 10);
        clock.advance(SECOND);
        take(API, "ben", 1);

        assertThat(store.localKeys()).isEqualTo(1);
    }

    /** The last permit of a billion is back when the announced wait is over, not a microsecond before by being forgotten. */
    @Test
    void areForgottenWhenTheWaitForAllIsOver() {
        RateLimitPolicy vast = RateLimitPolicy.of("vast", Quota.of("1000000000/366d"));
        for (int used = 1; used <= 1_000; used++) {
            take(vast, "ana" + used, 10_000_000 + used);
            clock.advance(1_893 + used);
            take(vast, "ana" + used, 290_000_000);
            long wait = take(vast, "ana" + used, 1_000_000_000)
                            .retryAfter()
                            .orElseThrow()
                            .toNanos()
                    / 1_000;
            clock.advance(wait - 1);
            assertThat(take(vast, "ana" + used, 1_000_000_000).isAllowed()).isFalse();
        }
    }

    @Test
    void stayUntilTheyAreFull() {
        RateLimitPolicy slow = RateLimitPolicy.of("slow", Quota.of("1/1h"));
        take(slow, "ana", 1);

        clock.advance(1_800 * SECOND);
        take(API, "ben", 1);
        assertThat(take(slow, "ana", 1).isAllowed()).isFalse();
    }

    @Test
    void areNeverEvictedByAFloodOfKeys() {
        take(API, "victim", 10);
        for (int i = 0; i < 100; i++) {
            take(API, "flood" + i, 1);
        }

        assertThat(take(API, "victim", 1).isAllowed()).isFalse();
        assertThat(store.localKeys()).isEqualTo(4);
    }

    @Test
    void beyondTheBoundAreSharedByNewKeysOfAPolicy() {
        for (int i = 0; i < 3; i++) {
            take(API, "known" + i, 1);
        }

        assertThat(remaining(take(API, "new1", 4))).isEqualTo(6);
        assertThat(remaining(take(API, "new2", 4))).isEqualTo(2);
        assertThat(remaining(take(API, "known0", 1))).isEqualTo(8);
    }

    @Test
    void sharedOnesAreNotGivenToEverybodyByAReset() {
        for (int i = 0; i < 3; i++) {
            take(API, "known" + i, 1);
        }
        take(API, "new1", 10);

        store.reset(List.of(ResolvedChecks.of(API, "new2", 1)));
        assertThat(take(API, "new1", 1).isAllowed()).isFalse();
    }

    @Test
    void sharedOnesBlockNobody() {
        LocalStore tiny = new LocalStore(0, clock);
        RateLimitPolicy blocking = API.withBlock(List.of(Duration.ofHours(1)));
        tiny.decide(List.of(ResolvedChecks.of(blocking, "ana", 10)), true);
        assertThat(tiny.decide(List.of(ResolvedChecks.of(blocking, "ana", 1)), true)
                        .isAllowed())
                .isFalse();

        clock.advance(60 * SECOND);
        assertThat(tiny.decide(List.of(ResolvedChecks.of(blocking, "ben", 1)), true)
                        .isAllowed())
                .isTrue();
    }

    @Test
    void ofABlockStayUntilItIsForgotten() {
        RateLimitPolicy blocking = API.withBlock(List.of(Duration.ofMinutes(1), Duration.ofHours(1)));
        take(blocking, "ana", 10);
        take(blocking, "ana", 1);
        clock.advance(60 * SECOND + 3_599 * SECOND);
        take(API, "ben", 1);

        take(blocking, "ana", 10);
        assertThat(take(blocking, "ana", 1).retryAfter()).contains(Duration.ofHours(1));
    }

    @Test
    void sharedInOneDecisionAreChargedForBothKeys() {
        LocalStore tiny = new LocalStore(0, clock);
        List<ResolvedCheck> both = List.of(ResolvedChecks.of(API, "ana", 6), ResolvedChecks.of(API, "ben", 6));

        assertThat(tiny.decide(both, true).isAllowed()).isFalse();
        assertThat(remaining(tiny.decide(List.of(ResolvedChecks.of(API, "cem", 1)), true)))
                .isEqualTo(9);
    }
}
