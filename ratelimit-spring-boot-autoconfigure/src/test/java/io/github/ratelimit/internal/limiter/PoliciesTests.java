package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.limiter.ActivePolicy.KeyRule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoliciesTests {

    private static final KeyRule BY_ADDRESS = new KeyRule(KeyExpression.parse("ip"), OnMissingKey.IP, List.of());

    private final Policies policies = new Policies(List.of(policy("sms", "1/1m"), policy("api", "1/1m")));

    private static ActivePolicy policy(String name, String limit) {
        return new ActivePolicy(RateLimitPolicy.of(name, Quota.of(limit)), BY_ADDRESS, Map.of());
    }

    @Test
    void areFoundByName() {
        assertThat(policies.get("api").name()).isEqualTo("api");
        assertThat(policies.find("none")).isNull();
    }

    @Test
    void nameAllOfThemWhenThereIsNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policies.get("apo"))
                .withMessage("There is no rate limit policy 'apo'; there are [api, sms]");
    }

    @Test
    void keepTheNumbersOfTheConfiguration() {
        policies.define(RateLimitPolicy.of("api", Quota.of("9/1s")), BY_ADDRESS);
        policies.define(RateLimitPolicy.of("report.create", Quota.of("9/1s")), BY_ADDRESS);

        assertThat(policies.get("api").policy().quota()).isEqualTo(Quota.of("1/1m"));
        assertThat(policies.names()).containsExactly("api", "report.create", "sms");
    }
}
