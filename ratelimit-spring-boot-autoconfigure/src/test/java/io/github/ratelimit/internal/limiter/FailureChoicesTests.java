package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision.Basis;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who decides and takes back which check of a decision, while the shared store fails. */
class FailureChoicesTests {

    private static final ResolvedCheck LOCAL = check("api", OnStoreFailure.LOCAL);
    private static final ResolvedCheck OPEN = check("open", OnStoreFailure.OPEN);

    private final LocalStore here = new LocalStore(100, LocalClock.SYSTEM);
    private final LocalStore there = new LocalStore(100, LocalClock.SYSTEM);
    private boolean failing;
    private final FailurePolicyStore store = new FailurePolicyStore(new Shared(), here, () -> 1, System::nanoTime);

    /** Says that it is shared, and fails at times. */
    private final class Shared implements RateLimitStore {

        @Override
        public ChargedDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget budget)
                throws StoreFailureException {
            if (failing) {
                throw new StoreFailureException("gone");
            }
            ChargedDecision decision = there.decide(checks, take);
            List<Charge> charges = decision.takeCharges().stream()
                    .map(charge -> new Charge(charge.check(), Basis.STORE, charge.untilMicros()))
                    .toList();
            return new ChargedDecision(decision.outcome(), decision.results(), charges);
        }

        @Override
        public void refund(List<Charge> charges) {
            there.refund(charges);
        }

        @Override
        public void reset(List<ResolvedCheck> checks) {
            there.reset(checks);
        }
    }

    private static ResolvedCheck check(String name, OnStoreFailure choice) {
        return ResolvedChecks.of(RateLimitPolicy.of(name, Quota.of("30/1h")).withOnStoreFailure(choice), "ana", 7);
    }

    private static long left(LocalStore of, ResolvedCheck check) {
        return of.decide(List.of(check), false).results().get(0).usages().get(0).remaining();
    }

    @Test
    void openChecksAreNotCountedHereAndEachResultIsThatOfItsCheck() throws StoreFailureException {
        failing = true;
        ChargedDecision decision = store.decide(List.of(OPEN, LOCAL), true);

        assertThat(decision.results()).extracting(Result::basis).containsExactly(Basis.OPEN, Basis.LOCAL);
        assertThat(decision.results())
                .extracting(result -> result.policy().name())
                .containsExactly("open", "api");
        assertThat(left(here, OPEN)).isEqualTo(30);
        assertThat(left(here, LOCAL)).isEqualTo(23);
    }

    @Test
    void refundGoesToTheStoreThatCharged() throws StoreFailureException {
        List<Charge> ofShared = store.decide(List.of(LOCAL), true).takeCharges();
        failing = true;
        List<Charge> ofLocal = store.decide(List.of(LOCAL), true).takeCharges();

        store.refund(ofShared);
        assertThat(left(there, LOCAL)).isEqualTo(30);
        assertThat(left(here, LOCAL)).isEqualTo(23);
        store.refund(ofLocal);
        assertThat(left(here, LOCAL)).isEqualTo(30);
    }

    @Test
    void givesTheChargesOfSomePoliciesBackAndKeepsTheOthers() throws StoreFailureException {
        ChargedDecision decision = store.decide(List.of(LOCAL, OPEN), true);

        assertThat(decision.takeCharges(charge -> charge.check() == LOCAL))
                .singleElement()
                .satisfies(charge -> assertThat(charge.check()).isSameAs(LOCAL));
        assertThat(decision.takeCharges())
                .singleElement()
                .satisfies(charge -> assertThat(charge.check()).isSameAs(OPEN));
        assertThat(decision.takeCharges()).isEmpty();
    }
}
