package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitDecision.Usage;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.CalendarDay;
import io.github.ratelimit.internal.limiter.LimitNumbers;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.local.LocalStore;
import io.github.ratelimit.internal.redis.Scenario.Ask;
import io.github.ratelimit.internal.redis.Scenario.Step;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Plays one scenario to the Redis store and to the local store, and compares every answer. */
final class SideBySide {

    private static final AtomicInteger RUNS = new AtomicInteger();

    private final String run = "-" + RUNS.incrementAndGet();
    private final SettableTime time;
    private final RateLimitStore inRedis;
    private final LocalStore local;
    private final Scenario scenario;
    private final List<RateLimitDecision> ofRedis = new ArrayList<>();
    private final List<RateLimitDecision> ofLocal = new ArrayList<>();
    private long now;
    private long lastWait;
    private long longestPeriod = 1;

    SideBySide(SettableTime time, Scenario scenario) {
        this.time = time;
        this.inRedis = time.redis().store();
        this.local = new LocalStore(1_000, time);
        this.scenario = scenario;
        this.now = scenario.startMicros();
    }

    void play() throws StoreFailureException {
        for (Step step : scenario.steps()) {
            now += gap(step);
            act(step);
        }
    }

    /** Keeps the local store from forgetting what is full: it does so once a second, and has just done it in far future. */
    SideBySide forgettingNothing() throws StoreFailureException {
        time.set(Long.MAX_VALUE / 2);
        local.decide(List.of(), false);
        return this;
    }

    private long gap(Step step) {
        return switch (step.gap()) {
            case NONE -> 0;
            case MICROSECOND -> 1;
            case WAIT -> Math.max(0, lastWait + Math.min(1, step.fineTuning() - 1));
            case PART -> longestPeriod / 1_000 * Math.max(1, step.fineTuning());
            case IDLE -> longestPeriod * step.fineTuning() / 100 + 2 * longestPeriod;
            case BACK -> -longestPeriod / 1_000 * step.fineTuning();
        };
    }

    private void act(Step step) throws StoreFailureException {
        time.set(now);
        List<ResolvedCheck> checks = checks(step);
        switch (step.action()) {
            case TAKE -> decide(checks, true);
            case PEEK -> decide(checks, false);
            case REFUND -> refund(step.earlier());
            case RESET -> reset(checks.get(0));
        }
        if (step.action() == Scenario.Action.REFUND || step.action() == Scenario.Action.RESET) {
            decide(checks, false);
        }
    }

    private void decide(List<ResolvedCheck> checks, boolean take) throws StoreFailureException {
        RateLimitDecision redis = inRedis.decide(checks, take);
        RateLimitDecision java = local.decide(checks, take);
        assertThat(java.results().stream().map(SideBySide::asOfStore).toList())
                .as("results at %d", now)
                .isEqualTo(redis.results());
        assertThat(java.outcome()).isEqualTo(redis.outcome());
        redis.retryAfter().ifPresent(wait -> lastWait = wait.toNanos() / 1_000);
        if (take) {
            ofRedis.add(redis);
            ofLocal.add(java);
        }
    }

    private static Result asOfStore(Result result) {
        return new Result(
                result.policy(),
                result.plan(),
                result.key(),
                result.cost(),
                result.outcome(),
                Basis.STORE,
                result.usages(),
                result.retryAfter(),
                result.delay(),
                result.alerts(),
                result.blockedFor());
    }

    /**
     * The link knows Redis's new time only from an answer, and sends refunds once; so it asks for the time first. Time
     * stands still here, so right before midnight the link is already in the next day.
     */
    private void refund(int back) throws StoreFailureException {
        int index = ofRedis.size() - 1 - back;
        if (index >= 0 && ofRedis.get(index).results().stream().noneMatch(this::isRightBeforeMidnight)) {
            Result any = ofRedis.get(index).results().get(0);
            inRedis.decide(List.of(ResolvedChecks.of(any.policy(), "nobody", 0)), false);
            ResolvedChecks.limiter(inRedis, ResolvedChecks.resolver()).refund(ofRedis.get(index));
            ResolvedChecks.limiter(local, ResolvedChecks.resolver()).refund(ofLocal.get(index));
        }
    }

    private boolean isRightBeforeMidnight(Result result) {
        ZoneId zone = result.policy().zone();
        return zone != null && !CalendarDay.around(now, zone).equals(CalendarDay.around(now + 10_000_000, zone));
    }

    private void reset(ResolvedCheck check) throws StoreFailureException {
        inRedis.reset(List.of(check));
        local.reset(List.of(check));
    }

    private List<ResolvedCheck> checks(Step step) {
        List<ResolvedCheck> checks = new ArrayList<>();
        for (Ask ask : step.asks()) {
            if (ask.policy() < scenario.policies().size()) {
                checks.add(check(ask));
            }
        }
        if (checks.isEmpty()) {
            Ask first = step.asks().get(0);
            checks.add(check(new Ask(0, first.edition(), first.key(), first.cost(), first.part())));
        }
        return checks;
    }

    private ResolvedCheck check(Ask ask) {
        List<RateLimitPolicy> editions = scenario.policies().get(ask.policy());
        RateLimitPolicy policy = editions.get(ask.edition() % editions.size());
        ResolvedCheck check = ResolvedChecks.of(policy, ask.key() + run, 1);
        long capacity = check.numbers().limits().stream()
                .mapToLong(LimitNumbers::capacity)
                .min()
                .orElseThrow();
        longestPeriod = Math.max(longestPeriod, check.numbers().limits().get(0).periodMicros());
        for (Duration step : policy.block()) {
            longestPeriod = Math.max(longestPeriod, step.toMillis() * 1_000);
        }
        return check.withCost(
                switch (ask.cost()) {
                    case NOTHING -> 0;
                    case ONE -> 1;
                    case PART_OF_CAPACITY -> capacity * ask.part() / 1_000;
                    case CAPACITY -> capacity;
                    case MORE_THAN_CAPACITY -> capacity + 1;
                });
    }

    /** Each key that was written lives as long as its limit is not full, and at most a second longer. */
    void assertExpiries() throws StoreFailureException {
        for (Step step : scenario.steps()) {
            for (ResolvedCheck check : checks(step)) {
                Result result = inRedis.decide(List.of(check), false).results().get(0);
                for (int i = 0; i < result.usages().size(); i++) {
                    assertExpiry(result.usages().get(i), keyOf(check, i));
                }
            }
        }
    }

    private String keyOf(ResolvedCheck check, int limit) {
        String name = time.redis().key(check.policy().name(), check.key());
        return limit == 0
                ? name
                : name + ":"
                        + check.numbers().limits().get(limit).limit().period().toMillis();
    }

    private void assertExpiry(Usage usage, String key) {
        Duration full = usage.resetAfter();
        if (!full.isZero()) {
            long expiry = time.expiryOf(key);
            assertThat(Duration.ofNanos((expiry - now) * 1_000)).isBetween(full, full.plusSeconds(1));
        }
    }
}
