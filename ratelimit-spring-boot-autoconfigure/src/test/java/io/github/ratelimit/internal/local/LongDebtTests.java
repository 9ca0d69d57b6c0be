package io.github.ratelimit.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A debt whose clock went back, or whose share changed meanwhile. */
class LongDebtTests {

    private final TestClock clock = new TestClock();
    private final LocalStore store = new LocalStore(100, clock);

    private ChargedDecision take(RateLimitPolicy policy, long cost, int instances) {
        return store.decide(List.of(ResolvedChecks.share(policy, "ana", cost, instances)), true);
    }

    @Test
    void passesAtTheAnnouncedWaitAfterTheClockWentBack() {
        RateLimitPolicy daily = RateLimitPolicy.of("daily", Quota.of("30/1d"))
                .withAlgorithm(Algorithm.FIXED_WINDOW)
                .withZone(ZoneId.of("UTC"));
        clock.setWall("2027-01-01T12:00:00Z");
        take(daily, 30, 3);
        clock.setWall("2026-12-01T12:00:00Z");
        Duration wait = take(daily, 1, 3).retryAfter().orElseThrow();

        clock.advance(wait.toNanos() / 1_000);
        assertThat(take(daily, 1, 3).isAllowed()).as("after " + wait).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void passesAtTheAnnouncedWaitWhenThereAreFewerInstances(Algorithm algorithm) {
        RateLimitPolicy policy = RateLimitPolicy.of("share", Quota.of("30/1h")).withAlgorithm(algorithm);
        take(policy, 30, 10);
        Duration wait = take(policy, 1, 2).retryAfter().orElseThrow();

        clock.advance(wait.toNanos() / 1_000);
        assertThat(take(policy, 1, 2).isAllowed()).as("after " + wait).isTrue();
    }

    /** However the share changes, and whatever is given back in whatever order, no announced wait is wrong. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void bearsChangesOfTheShare(Algorithm algorithm) {
        RateLimitPolicy policy =
                RateLimitPolicy.of("mix", Quota.of("30/1h", "100/1d")).withAlgorithm(algorithm);
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            LocalStore own = new LocalStore(100, clock);
            java.util.ArrayList<ChargedDecision> charged = new java.util.ArrayList<>();
            for (int i = 0; i < 60; i++) {
                int instances = 1 + random.nextInt(5);
                long cost = random.nextInt(4) == 0 ? 1 + random.nextInt(30) : 1 + random.nextInt(4);
                ChargedDecision decision =
                        own.decide(List.of(ResolvedChecks.share(policy, "ana", cost, instances)), true);
                decision.results()
                        .get(0)
                        .usages()
                        .forEach(usage -> assertThat(usage.remaining())
                                .isBetween(0L, usage.limit().count()));
                if (decision.isAllowed()) {
                    charged.add(decision);
                } else if (random.nextInt(3) == 0 && decision.retryAfter().isPresent()) {
                    Duration wait = decision.retryAfter().get();
                    clock.advance(wait.toNanos() / 1_000);
                    assertThat(own.decide(List.of(ResolvedChecks.share(policy, "ana", cost, instances)), true)
                                    .isAllowed())
                            .as(algorithm + " seed " + seed + " step " + i + " wait " + wait + " cost " + cost + " of "
                                    + instances)
                            .isTrue();
                }
                if (!charged.isEmpty() && random.nextInt(3) == 0) {
                    own.refund(charged.remove(random.nextInt(charged.size())).takeCharges());
                }
                clock.advance(random.nextInt(600) * 1_000_000L);
            }
        }
    }
}
