package io.github.ratelimit.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionMetersTests {

    private static final RateLimitPolicy API = RateLimitPolicy.of("api", Quota.of("1/1h"));
    private static final RateLimitPolicy WATCHED =
            RateLimitPolicy.of("watched", Quota.of("1/1h")).withEnforce(false);
    private static final RateLimitPolicy CLOSED =
            RateLimitPolicy.of("closed", Quota.of("1/1h")).withOnStoreFailure(OnStoreFailure.CLOSED);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final DecisionMeters meters = new DecisionMeters(registry);

    private static Result result(RateLimitPolicy policy, String plan, String key, Outcome outcome, Basis basis) {
        return new Result(
                policy, plan, key, 1, outcome, basis, List.of(), null, Duration.ZERO, List.of(), Duration.ZERO);
    }

    private static Result result(RateLimitPolicy policy, Outcome outcome) {
        return result(policy, null, "ana", outcome, Basis.STORE);
    }

    private void decided(Outcome outcome, Result... results) {
        meters.observe(new RateLimitDecision(outcome, List.of(results)));
    }

    private double count(String policy, String outcome) {
        return registry.get("ratelimit.decisions")
                .tag("policy", policy)
                .tag("outcome", outcome)
                .counter()
                .count();
    }

    @Test
    void countAllowedAndRefusedChecks() {
        decided(Outcome.ALLOWED, result(API, Outcome.ALLOWED));
        decided(Outcome.ALLOWED, result(API, Outcome.ALLOWED));
        decided(Outcome.REFUSED, result(API, Outcome.REFUSED));

        assertThat(count("api", "allowed")).isEqualTo(2);
        assertThat(count("api", "refused")).isEqualTo(1);
    }

    @Test
    void countWhatFittedBesideARefusalAsOther() {
        decided(Outcome.REFUSED, result(CLOSED, Outcome.ALLOWED), result(API, Outcome.REFUSED));

        assertThat(count("closed", "other")).isEqualTo(1);
        assertThat(count("api", "refused")).isEqualTo(1);
    }

    @Test
    void countWhatWouldHaveBeenRefusedAsShadow() {
        decided(Outcome.ALLOWED, result(WATCHED, Outcome.REFUSED), result(API, Outcome.ALLOWED));
        decided(Outcome.REFUSED, result(WATCHED, Outcome.REFUSED), result(API, Outcome.REFUSED));
        decided(Outcome.ALLOWED, result(WATCHED, null, "ana", Outcome.UNAVAILABLE, Basis.CLOSED));

        assertThat(registry.get("ratelimit.decisions").tag("outcome", "shadow").counters().stream()
                        .mapToDouble(counter -> counter.count())
                        .sum())
                .isEqualTo(3);
        assertThat(count("api", "allowed")).isEqualTo(1);
    }

    @Test
    void countWhatTheStoreCouldNotDecideAsUnavailable() {
        decided(Outcome.UNAVAILABLE, result(CLOSED, null, "ana", Outcome.UNAVAILABLE, Basis.CLOSED));

        assertThat(count("closed", "unavailable")).isEqualTo(1);
        assertThat(registry.get("ratelimit.decisions")
                        .tag("basis", "closed")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void tellPlansApart() {
        decided(Outcome.ALLOWED, result(API, "pro", "ana", Outcome.ALLOWED, Basis.LOCAL));
        decided(Outcome.ALLOWED, result(API, Outcome.ALLOWED));

        assertThat(registry.get("ratelimit.decisions")
                        .tag("plan", "pro")
                        .tag("basis", "local")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("ratelimit.decisions")
                        .tag("plan", "none")
                        .tag("basis", "store")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void areAsManyHoweverManyKeysThereAre() {
        for (int i = 0; i < 1_000; i++) {
            decided(Outcome.ALLOWED, result(API, null, "key" + i, Outcome.ALLOWED, Basis.STORE));
        }

        assertThat(registry.getMeters()).hasSize(1);
        assertThat(registry.getMeters())
                .map(Meter::getId)
                .noneMatch(id -> id.toString().contains("key"));
    }

    @Test
    void stayTheSameWhenAPolicyChangesAtRunTime() {
        decided(Outcome.ALLOWED, result(API, Outcome.ALLOWED));
        decided(Outcome.ALLOWED, result(RateLimitPolicy.of("api", Quota.of("2/1h")), Outcome.ALLOWED));

        assertThat(count("api", "allowed")).isEqualTo(2);
    }
}
