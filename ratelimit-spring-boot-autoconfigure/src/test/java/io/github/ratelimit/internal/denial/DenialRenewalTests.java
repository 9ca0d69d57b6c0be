package io.github.ratelimit.internal.denial;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Refusals are asked for again beside the callers. Time stands still but for what a test lets pass. */
class DenialRenewalTests {

    private static final RateLimitPolicy API = RateLimitPolicy.of("api", Quota.of("10/1h"));
    private static final ResolvedCheck ANA = ResolvedChecks.of(API, "ana", 11);

    private final WatchedStore store = new WatchedStore();

    private ChargedDecision take(ResolvedCheck... checks) {
        try {
            return store.cache.decide(List.of(checks), true);
        } catch (StoreFailureException failure) {
            throw new AssertionError(failure);
        }
    }

    private Basis basis(ResolvedCheck... checks) {
        return take(checks).results().get(0).basis();
    }

    /** The store has refused it, and another caller was told so from memory. */
    private void flooded(ResolvedCheck... checks) {
        assertThat(basis(checks)).isEqualTo(Basis.STORE);
        assertThat(basis(checks)).isEqualTo(Basis.DENIAL_CACHE);
    }

    private static List<ResolvedCheck> tooDear(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> ResolvedChecks.of(API, "user" + i, 11))
                .toList();
    }

    @Test
    void noCallerAsksAgain() {
        flooded(ANA);
        for (int second = 0; second < 10; second++) {
            store.passMillis(1_000);
            assertThat(store.cache.renew()).isTrue();
            assertThat(basis(ANA)).isEqualTo(Basis.DENIAL_CACHE);
        }
        assertThat(store.asked()).isEqualTo(1);
        assertThat(store.peeked).hasSize(10).containsOnly(1);
    }

    @Test
    void isAskedForOnceASecond() {
        flooded(ANA);
        for (int i = 0; i < 10_000; i++) {
            store.passMillis(1);
            store.cache.renew();
            assertThat(take(ANA).isAllowed()).isFalse();
        }
        assertThat(store.asked() + store.peeked.size()).isEqualTo(1 + 10);
    }

    @Test
    void countsTheWaitFromTheLastAnswer() {
        ResolvedCheck one = ANA.withCost(1);
        take(ANA.withCost(10));
        flooded(one);
        store.passMillis(1_000);
        store.cache.renew();
        store.passMillis(500);
        assertThat(take(one).retryAfter()).contains(Duration.ofMillis(6 * 60_000 - 1_500));
    }

    @Test
    void letsPassWhatWasFreedElsewhere() {
        take(ANA.withCost(10));
        flooded(ANA.withCost(1));
        store.reset(List.of(ANA));
        store.passMillis(1_000);
        store.cache.renew();
        assertThat(take(ANA.withCost(1)).isAllowed()).isTrue();
    }

    @Test
    void nobodyAsksForWhatNobodyWasTold() {
        take(ANA);
        store.passMillis(1_000);
        assertThat(store.cache.renew()).isFalse();
        assertThat(store.peeked).isEmpty();
        assertThat(basis(ANA)).isEqualTo(Basis.STORE);
    }

    @Test
    void asksOfManyInAFewCallsInTheOrderOfTheirAge() {
        tooDear(1_000).forEach(this::flooded);
        store.passMillis(500);
        flooded(ANA);
        store.passMillis(500);
        assertThat(store.cache.renew()).isTrue();
        assertThat(store.peeked).hasSize(16).endsWith(1_000 % 64).allMatch(requests -> requests <= 64);
        store.passMillis(500);
        store.cache.renew();
        assertThat(store.peeked).hasSize(17).endsWith(1);
    }

    @Test
    void asksOfNoMoreChecksAtOnceThanACallCarries() {
        for (ResolvedCheck check : tooDear(30)) {
            flooded(check, check.withCost(12), check.withCost(13));
        }
        store.passMillis(1_000);
        store.cache.renew();
        assertThat(store.peeked).containsExactly(22, 8);
    }

    @Test
    void whatACallerHasAskedForAlreadyIsNotAskedForAgain() {
        flooded(ANA);
        store.passMillis(1_001);
        assertThat(basis(ANA)).isEqualTo(Basis.STORE);
        store.cache.renew();
        assertThat(store.peeked).isEmpty();
    }

    /** What another thread does while the store is at work. */
    private void meanwhile(Runnable action) {
        store.onItsWayBack = () -> {
            store.onItsWayBack = () -> {};
            action.run();
        };
    }

    @Test
    void whatACallerIsAskingForIsNotAskedForToo() {
        flooded(ANA);
        store.passMillis(1_000);
        meanwhile(() -> store.cache.renew());
        assertThat(basis(ANA)).isEqualTo(Basis.STORE);
        assertThat(store.peeked).isEmpty();
    }

    @Test
    void noCallerAsksForWhatIsBeingAskedFor() {
        flooded(ANA);
        store.passMillis(1_000);
        meanwhile(() -> assertThat(basis(ANA)).isEqualTo(Basis.DENIAL_CACHE));
        store.cache.renew();
        assertThat(store.peeked).hasSize(1);
        assertThat(store.asked()).isOne();
    }

    @Test
    void whatAnotherAnswerHasReplacedIsNotAskedFor() {
        meanwhile(() -> flooded(ANA));
        take(ANA);
        store.passMillis(1_000);
        store.cache.renew();
        assertThat(store.peeked).isEmpty();
    }

    @Test
    void whatCameBackHereIsNotAskedFor() throws StoreFailureException {
        flooded(ANA);
        store.cache.reset(List.of(ANA));
        store.passMillis(1_000);
        store.cache.renew();
        assertThat(store.peeked).isEmpty();
    }

    @Test
    void whatEndsSoonerIsLeftToItsEnd() {
        ResolvedCheck oneASecond = ResolvedChecks.of(RateLimitPolicy.of("quick", Quota.of("1/1s")), "ana", 1);
        take(oneASecond);
        flooded(oneASecond);
        assertThat(store.cache.renew()).isFalse();
        store.passMillis(1_000);
        assertThat(take(oneASecond).isAllowed()).isTrue();
    }

    /** A caller that is refused while no block runs begins one; a lease may hold permits here. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatAPeekWouldNotTellIsLeftToTheCallers(boolean block) {
        RateLimitPolicy policy = block ? API.withBlock(List.of(Duration.ofMinutes(1))) : API.withLease(2);
        ResolvedCheck check = ResolvedChecks.of(policy, "ana", 11);
        flooded(check);
        assertThat(store.cache.renew()).isFalse();
        store.passMillis(1_000);
        assertThat(basis(check)).isEqualTo(Basis.STORE);
    }

    @Test
    void callersAskWhenTheStoreDoesNotTell() {
        List<ResolvedCheck> many = tooDear(200);
        many.forEach(this::flooded);
        store.tells = false;
        store.passMillis(1_000);
        store.cache.renew();
        assertThat(store.peeked).containsExactly(64); // the others would have waited for it, too
        assertThat(many).allSatisfy(check -> assertThat(basis(check)).isEqualTo(Basis.STORE));
    }

    @Test
    void callersAskForWhatItDoesNotGetToInTime() {
        List<ResolvedCheck> many = tooDear(200);
        many.forEach(this::flooded);
        store.passMillis(1_000);
        store.onItsWayBack = () -> store.passMillis(1);
        store.cache.renew();
        assertThat(store.peeked).containsExactly(64);
        assertThat(many.subList(64, 200))
                .allSatisfy(check -> assertThat(basis(check)).isEqualTo(Basis.STORE));
    }

    @Test
    void whatACheckThatWatchesFindsIsCounted() throws StoreFailureException {
        ResolvedCheck watching = ResolvedChecks.of(
                RateLimitPolicy.of("watched", Quota.of("10/1h")).withEnforce(false), "ana", 1);
        flooded(ANA, watching);
        store.decide(List.of(watching.withCost(10)), true);
        store.passMillis(1_000);
        store.cache.renew();
        assertThat(store.peeked).containsExactly(1);
        assertThat(basis(ANA, watching)).isEqualTo(Basis.STORE);
    }

    @Test
    void watchesNoMoreThanIsRemembered() {
        DenialRenewal renewal = new DenialRenewal(new Denials(), new FreedBudgets(), store, () -> 0);
        for (ResolvedCheck check : tooDear(40_000)) {
            renewal.watch(ExactChecks.copyOf(List.of(check)), new Denial(take(check), 0, 0, 0));
        }
        assertThat(renewal.watchedBytes()).isBetween((long) Denials.MOST_BYTES, Denials.MOST_BYTES + 1_000L);
    }
}
