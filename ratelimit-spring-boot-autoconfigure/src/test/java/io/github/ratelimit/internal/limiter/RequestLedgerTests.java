package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import org.junit.jupiter.api.Test;

class RequestLedgerTests {

    private final RequestLedger ledger = new RequestLedger();

    private static ResolvedCheck check(String policy, String key, long cost) {
        return ResolvedChecks.of(RateLimitPolicy.of(policy, Quota.of("10/1s")), key, cost);
    }

    @Test
    void givesTheFiltersChargeToTheFirstCallOnly() {
        ledger.credit(check("api", "ana", 3));

        assertThat(ledger.takeCredit(check("api", "ana", 5))).isEqualTo(3);
        assertThat(ledger.takeCredit(check("api", "ana", 5))).isZero();
    }

    @Test
    void keepsPoliciesAndKeysApart() {
        ledger.credit(check("api", "ana", 3));

        assertThat(ledger.takeCredit(check("sms", "ana", 1))).isZero();
        assertThat(ledger.takeCredit(check("api", "ben", 1))).isZero();
        assertThat(ledger.takeCredit(check("api", "ana", 1))).isEqualTo(3);
    }

    @Test
    void addsUpWhatSeveralPhasesCharged() {
        ledger.credit(check("api", "ana", 3));
        ledger.credit(check("api", "ana", 2));
        ledger.credit(check("api", "ana", 0));

        assertThat(ledger.takeCredit(check("api", "ana", 1))).isEqualTo(5);
    }
}
