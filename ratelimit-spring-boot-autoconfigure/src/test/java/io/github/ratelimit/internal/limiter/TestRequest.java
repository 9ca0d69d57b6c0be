package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.internal.key.KeyPart;
import java.util.HashMap;
import java.util.Map;

/** A request that has the values it is given. */
class TestRequest implements RequestScope {

    private final Map<KeyPart, String> values = new HashMap<>();
    private final RequestLedger ledger = new RequestLedger();

    TestRequest with(String part, String value) {
        values.put(KeyPart.parse(part), value);
        return this;
    }

    @Override
    public String value(KeyPart part) {
        return values.get(part);
    }

    @Override
    public RequestLedger ledger() {
        return ledger;
    }

    @Override
    public void announce(RateLimitDecision decision) {
        throw new IllegalStateException("deciding tells nobody");
    }
}
