package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.RequestLedger.Credit;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestLedgerTests {

    private final RequestLedger ledger = new RequestLedger();

    private static ResolvedCheck check(String policy, String key, long cost) {
        return ResolvedChecks.of(RateLimitPolicy.of(policy, Quota.of("10/1s")), key, cost);
    }

    private static Credit credit(String policy, String key, long cost) {
        return new Credit(check(policy, key, cost), new RateLimitDecision(Outcome.ALLOWED, List.of()));
    }

    @Test
    void givesTheFiltersChargeToTheFirstCallOnly() {
        Credit credit = credit("api", "ana", 3);
        ledger.credit(credit);

        assertThat(ledger.takeCredit(check("api", "ana", 5))).isSameAs(credit);
        assertThat(ledger.takeCredit(check("api", "ana", 5))).isNull();
    }

    @Test
    void keepsPoliciesAndKeysApart() {
        ledger.credit(credit("api", "ana", 3));

        assertThat(ledger.takeCredit(check("sms", "ana", 1))).isNull();
        assertThat(ledger.takeCredit(check("api", "ben", 1))).isNull();
        assertThat(ledger.takeCredit(check("api", "ana", 1))).isNotNull();
    }

    @Test
    void keepsNoCreditOfNothing() {
        ledger.credit(credit("api", "ana", 0));

        assertThat(ledger.takeCredit(check("api", "ana", 1))).isNull();
    }
}
