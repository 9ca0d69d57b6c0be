package io.github.ratelimit.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A debt whose share changed meanwhile: the announced wait is enough. */
class LongDebtTests {

    private final TestClock clock = new TestClock();
    private final LocalStore store = new LocalStore(1_000, clock);

    private ChargedDecision take(RateLimitPolicy policy, String key, long cost, int instances) {
        return store.decide(List.of(ResolvedChecks.share(policy, key, cost, instances)), true);
    }

    private void advance(Duration time) {
        clock.advance(time.toNanos() / 1_000);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void passesAtTheAnnouncedWaitWhenThereAreFewerInstances(Algorithm algorithm) {
        RateLimitPolicy policy = RateLimitPolicy.of("share", Quota.of("30/1h")).withAlgorithm(algorithm);
        take(policy, "ana", 30, 10);
        Duration wait = take(policy, "ana", 1, 2).retryAfter().orElseThrow();

        advance(wait);
        assertThat(take(policy, "ana", 1, 2).isAllowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void passesAtTheAnnouncedWaitHoweverSharesChangeAndPermitsComeBack(Algorithm algorithm) {
        RateLimitPolicy policy =
                RateLimitPolicy.of("mix", Quota.of("30/1h", "100/1d")).withAlgorithm(algorithm);
        for (int seed = 0; seed < 100; seed++) {
            live(policy, new Random(seed), "seed " + seed);
        }
    }

    private void live(RateLimitPolicy policy, Random random, String key) {
        List<ChargedDecision> charged = new ArrayList<>();
        for (int step = 0; step < 60; step++) {
            int instances = 1 + random.nextInt(5);
            long cost = 1 + random.nextInt(random.nextInt(4) == 0 ? 30 : 4);
            ChargedDecision decision = take(policy, key, cost, instances);
            assertThat(decision.results().get(0).usages())
                    .allSatisfy(usage -> assertThat(usage.remaining())
                            .isBetween(0L, usage.limit().count()));
            if (decision.isAllowed()) {
                charged.add(decision);
            } else if (random.nextInt(3) == 0 && decision.retryAfter().isPresent()) {
                Duration wait = decision.retryAfter().get();
                advance(wait);
                assertThat(take(policy, key, cost, instances).isAllowed())
                        .as("%s, step %d: %d by one of %d after %s", key, step, cost, instances, wait)
                        .isTrue();
            }
            if (!charged.isEmpty() && random.nextInt(3) == 0) {
                store.refund(charged.remove(random.nextInt(charged.size())).takeCharges());
            }
            advance(Duration.ofSeconds(random.nextInt(600)));
        }
    }
}
