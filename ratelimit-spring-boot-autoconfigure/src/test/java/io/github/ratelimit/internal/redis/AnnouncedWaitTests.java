package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.LimitNumbers;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.local.LocalStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;

/** Who is alone and waits exactly as long as a refusal says passes; a microsecond earlier he does not. */
class AnnouncedWaitTests {

    private static final SettableTime TIME = SettableTime.withExpiry();
    private static final AtomicInteger RUNS = new AtomicInteger();

    @AfterContainer
    static void close() {
        TIME.close();
    }

    /**
     * A client that takes until it is refused.
     *
     * @param policies checked together, each of several limits perhaps
     * @param parts how much each take costs, in hundredths of the lowest capacity
     * @param pauses µs between the takes
     */
    record Client(long start, List<RateLimitPolicy> policies, List<Integer> parts, List<Integer> pauses) {}

    @Provide
    Arbitrary<Client> clients() {
        return Combinators.combine(
                        Arbitraries.longs().between(1_700_000_000_000_000L, 1_900_000_000_000_000L),
                        Combinators.combine(Scenarios.policies("one"), Scenarios.policies("two"))
                                .as(List::of),
                        Arbitraries.integers().between(1, 100).list().ofSize(40),
                        Arbitraries.integers().between(0, 200_000).list().ofSize(40))
                .as(Client::new);
    }

    @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
    void isExactInRedis(@ForAll("clients") Client client) throws StoreFailureException {
        assertThatWaitIsExact(client, TIME.redis().store());
    }

    @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
    void isExactLocally(@ForAll("clients") Client client) throws StoreFailureException {
        assertThatWaitIsExact(client, new LocalStore(100, TIME));
    }

    private static void assertThatWaitIsExact(Client client, RateLimitStore store) throws StoreFailureException {
        String key = "client" + RUNS.incrementAndGet();
        long now = client.start();
        for (int i = 0; i < client.parts().size(); i++) {
            List<ResolvedCheck> checks = checks(client, key, client.parts().get(i));
            TIME.set(now);
            RateLimitDecision decision = store.decide(checks, true);
            if (!decision.isAllowed()) {
                Duration wait = decision.retryAfter().orElseThrow();
                long until = now + wait.toNanos() / 1_000;
                assertThat(wait).isPositive().isLessThanOrEqualTo(longest(checks));
                assertThat(decisionAt(until - 1, store, checks, false)).matches(tooEarly -> !tooEarly.isAllowed());
                assertThat(decisionAt(until, store, checks, true)).matches(RateLimitDecision::isAllowed);
                return;
            }
            now += client.pauses().get(i);
        }
    }

    /** Too early one only looks: a try would be refused, and could start the next block. */
    private static RateLimitDecision decisionAt(
            long micros, RateLimitStore store, List<ResolvedCheck> checks, boolean take) throws StoreFailureException {
        TIME.set(micros);
        return store.decide(checks, take);
    }

    private static List<ResolvedCheck> checks(Client client, String key, int part) {
        List<ResolvedCheck> checks = new ArrayList<>();
        for (RateLimitPolicy policy : client.policies()) {
            ResolvedCheck check = ResolvedChecks.of(policy.withEnforce(true), key, 1);
            long capacity = check.numbers().limits().stream()
                    .mapToLong(LimitNumbers::capacity)
                    .min()
                    .orElseThrow();
            checks.add(check.withCost(Math.max(1, capacity * part / 100)));
        }
        return checks;
    }

    /** A wait is never above the time from empty to full, or a block; a local day can have 25 hours. */
    private static Duration longest(List<ResolvedCheck> checks) {
        Stream<Duration> blocks = checks.stream().flatMap(check -> check.policy().block().stream());
        Stream<Duration> limits = checks.stream()
                .flatMap(check -> check.numbers().limits().stream())
                .map(limit -> limit.calendar()
                        ? limit.timeToFull().plusHours(25)
                        : limit.timeToFull().multipliedBy(2));
        return Stream.concat(blocks, limits).max(Duration::compareTo).orElseThrow();
    }
}
