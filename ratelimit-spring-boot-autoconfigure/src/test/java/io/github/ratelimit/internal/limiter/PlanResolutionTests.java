package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimit.InvalidRateLimitCheckException;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.key.TextNormalizer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Which numbers hold for a check, and what its values go through before. */
class PlanResolutionTests {

    private static final RateLimitPolicy WITH_PLANS = RateLimitPolicy.of("api", Quota.of("10/1s"))
            .withPlans(Quota.of("10/1s"), Map.of("basic", Quota.of("20/1s"), "pro", Quota.of("100/1s")), "basic");

    private final ResolverBench bench = new ResolverBench();

    private static String plan(ResolvedCheck check) {
        return check.numbers().plan();
    }

    @Nested
    class Plans {

        @Test
        void areThoseOfTheirMembers() {
            bench.policy = WITH_PLANS;
            bench.request.with("header:X-Key", "demo-pro").with("principal", "demo-pro");

            assertThat(plan(bench.resolve("header:X-Key"))).isEqualTo("pro");
            assertThat(plan(bench.resolve("principal"))).isEqualTo("pro");
            assertThat(plan(bench.resolve("principal", "demo-pro"))).isEqualTo("pro");
            assertThat(plan(bench.resolve("principal + ip"))).isEqualTo("pro");
        }

        @Test
        void limitAnInventedValueByItsAddressWithThePolicysOwnLimit() {
            bench.policy = WITH_PLANS;
            bench.request.with("header:X-Key", "invented");
            ResolvedCheck check = bench.resolve("header:X-Key");

            assertThat(check.key()).isEqualTo("ip=203.0.113.9");
            assertThat(plan(check)).isNull();
            assertThat(bench.resolve("principal", "invented").key()).isEqualTo("ip=203.0.113.9");
        }

        @Test
        void giveOneAddressTheSameNumbersHoweverItCameToBeTheKey() {
            bench.policy = WITH_PLANS;
            ResolvedCheck withoutKey = bench.resolve("header:X-Key | ip");
            bench.request.with("header:X-Key", "invented");
            ResolvedCheck withAnInventedOne = bench.resolve("header:X-Key | ip");

            assertThat(withoutKey.key()).isEqualTo(withAnInventedOne.key());
            assertThat(plan(withoutKey)).isNull();
            assertThat(plan(withAnInventedOne)).isNull();
            assertThat(plan(bench.resolve("ip")))
                    .as("an address that is the client")
                    .isEqualTo("basic");
        }

        @Test
        void limitAnInventedValueAsTheDefaultPlanWithoutALimit() {
            bench.policy = WITH_PLANS.withPlans(null, WITH_PLANS.plans(), "basic");
            bench.request.with("header:X-Key", "invented");

            assertThat(plan(bench.resolve("header:X-Key"))).isEqualTo("basic");
        }

        @Test
        void putAProvenValueOnTheDefaultPlan() {
            bench.policy = WITH_PLANS;
            bench.request.with("principal", "ana");
            ResolvedCheck check = bench.resolve("principal");

            assertThat(check.key()).isEqualTo("ana");
            assertThat(plan(check)).isEqualTo("basic");
        }

        @Test
        void leaveAProvenValueOnThePolicysLimitWithoutADefaultPlan() {
            bench.policy = WITH_PLANS.withPlans(Quota.of("10/1s"), WITH_PLANS.plans(), null);
            bench.request.with("principal", "ana");

            assertThat(plan(bench.resolve("principal"))).isNull();
        }

        @Test
        void obeySkipForAnInventedValue() {
            bench.policy = WITH_PLANS;
            bench.onMissing = OnMissingKey.SKIP;
            bench.request.with("header:X-Key", "invented");

            assertThat(bench.resolve("header:X-Key")).isNull();
        }
    }

    @Nested
    class Normalizing {

        @Test
        void comesBeforePlansAndEncoding() {
            bench.policy = WITH_PLANS;
            bench.normalizers = List.of(TextNormalizer.TRIM, TextNormalizer.LOWERCASE);
            ResolvedCheck check = bench.resolve("principal", " Demo-PRO ");

            assertThat(check.key()).isEqualTo("demo-pro");
            assertThat(plan(check)).isEqualTo("pro");
        }

        @Test
        void leavesAddressesAlone() {
            bench.normalizers = List.of(value -> "x" + value);
            bench.request.with("principal", "ana");

            assertThat(bench.resolve("ip + principal").key()).isEqualTo("203.0.113.9,xana");
        }

        @Test
        void toNothingIsAMissingKey() {
            bench.normalizers = List.of(value -> "");

            assertThat(bench.resolve("principal", "ana").key()).isEqualTo("ip=203.0.113.9");
        }

        @Test
        void ofWhatItCannotReadNamesThePolicyAndNotTheValue() {
            bench.normalizers = List.of(TextNormalizer.EMAIL);

            assertThatExceptionOfType(InvalidRateLimitCheckException.class)
                    .isThrownBy(() -> bench.resolve("principal", "secret"))
                    .withMessage("policy 'api': the key's value is not an e-mail address");
        }
    }
}
