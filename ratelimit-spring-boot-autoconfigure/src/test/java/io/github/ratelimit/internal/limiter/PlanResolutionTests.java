package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimit.InvalidRateLimitCheckException;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.key.TextNormalizer;
import io.github.ratelimit.internal.limiter.ActivePolicy.KeyRule;
import io.github.ratelimit.internal.limiter.PlanAnswer.OnPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    class PlansOfASource {

        private final List<String> asked = new ArrayList<>();

        PlansOfASource() {
            bench.policy = WITH_PLANS;
        }

        private void answer(PlanAnswer answer) {
            bench.planSource = (value, request) -> {
                asked.add(value);
                return answer;
            };
        }

        @Test
        void areThoseItNames() {
            answer(new OnPlan("pro"));
            bench.request.with("header:X-Key", "key").with("principal", "ana");

            assertThat(plan(bench.resolve("header:X-Key"))).isEqualTo("pro");
            assertThat(bench.resolve("header:X-Key").key()).isEqualTo("key");
            assertThat(plan(bench.resolve("principal + ip"))).isEqualTo("pro");
            assertThat(asked).as("the first part").containsExactly("key", "key", "ana");
        }

        @Test
        void areOneObjectAPlan() {
            answer(new OnPlan("pro"));
            ActivePolicy policy = new ActivePolicy(
                    WITH_PLANS,
                    new KeyRule(KeyExpression.parse("ip"), OnMissingKey.IP, List.of()),
                    Map.of("demo-pro", "pro"),
                    bench.planSource,
                    RegionShare.WHOLE);

            assertThat(policy.current().numbersOf("ana", null))
                    .isSameAs(policy.current().numbersOf("ben", null))
                    .isSameAs(policy.current().numbersOfMember("demo-pro"));
        }

        @Test
        void yieldToMembership() {
            answer(new OnPlan("basic"));

            assertThat(plan(bench.resolve("principal", "demo-pro"))).isEqualTo("pro");
            assertThat(asked).isEmpty();
        }

        @Test
        void areAskedForByTheNormalizedValue() {
            answer(new OnPlan("pro"));
            bench.normalizers = List.of(TextNormalizer.TRIM, TextNormalizer.LOWERCASE);
            bench.resolve("principal", " Ana ");

            assertThat(asked).containsExactly("ana");
        }

        @Test
        void leaveAValueThatItDoesNotKnowToTheRuleForMissingKeys() {
            answer(PlanAnswer.UNKNOWN);
            bench.request.with("header:X-Key", "invented").with("principal", "ana");

            assertThat(bench.resolve("header:X-Key").key()).isEqualTo("ip=203.0.113.9");
            assertThat(plan(bench.resolve("header:X-Key"))).isNull();
            assertThat(bench.resolve("principal").key()).as("proven").isEqualTo("ana");
            assertThat(plan(bench.resolve("principal"))).isEqualTo("basic");
            bench.onMissing = OnMissingKey.SKIP;
            assertThat(bench.resolve("header:X-Key")).isNull();
        }

        @Test
        void keepEachValueOnItsOwnKeyWhileNobodyCanSayThem() {
            answer(PlanAnswer.FAILED);
            bench.request.with("header:X-Key", "key");

            assertThat(bench.resolve("header:X-Key").key()).isEqualTo("key");
            assertThat(plan(bench.resolve("header:X-Key"))).isEqualTo("basic");
            bench.policy = WITH_PLANS.withPlans(Quota.of("10/1s"), WITH_PLANS.plans(), null);
            assertThat(bench.resolve("header:X-Key").key()).isEqualTo("key");
            assertThat(plan(bench.resolve("header:X-Key"))).isNull();
        }

        @Test
        void areNotAskedForByAnAddressInPlaceOfAClient() {
            answer(new OnPlan("pro"));
            ResolvedCheck check = bench.resolve("header:X-Key | ip");

            assertThat(check.key()).isEqualTo("ip=203.0.113.9");
            assertThat(plan(check)).isNull();
            assertThat(bench.resolve("header:X-Key").key()).isEqualTo("ip=203.0.113.9");
            assertThat(asked).isEmpty();
        }

        @Test
        void areNotAskedForByWhatIsOnlyClaimedWhereClientsAreProven() {
            answer(new OnPlan("pro"));
            bench.request.with("header:X-User", "ana");
            ResolvedCheck check = bench.resolve("principal | header:X-User");

            assertThat(check.key()).isEqualTo("ip=203.0.113.9");
            assertThat(asked).isEmpty();
        }
    }

    @Test
    void anAddressThatCodeGivesInPlaceOfAClientIsItsKey() {
        bench.policy = WITH_PLANS;
        ResolvedCheck check = bench.resolve(
                "header:X-Key", RateLimitCheck.of("api", "198.51.100.7").kind("ip"));

        assertThat(check.key()).isEqualTo("ip=198.51.100.7");
        assertThat(plan(check)).isNull();
    }

    @Nested
    class PlansOfTheRequest {

        private static final KeyPart CLAIM = KeyPart.parse("spel:claim");
        private final RequestPlans plans = new RequestPlans(CLAIM, new PlanNames(WITH_PLANS, "spel:claim"));

        @Test
        void areReadFromIt() {
            assertThat(plans.planOf("ana", new TestRequest().with("spel:claim", "pro")))
                    .isEqualTo(new OnPlan("pro"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"", " "})
        void areUnknownWhenItHasNone(String blank) {
            assertThat(plans.planOf("ana", new TestRequest().with("spel:claim", blank)))
                    .isEqualTo(PlanAnswer.UNKNOWN);
            assertThat(plans.planOf("ana", new TestRequest())).isEqualTo(PlanAnswer.UNKNOWN);
            assertThat(plans.planOf("ana", null)).as("outside a request").isEqualTo(PlanAnswer.UNKNOWN);
        }

        @Test
        void areAFailureWhenTheyCannotBeReadOrDoNotExist() {
            RequestScope broken = new TestRequest() {
                @Override
                public String value(KeyPart part) {
                    throw new IllegalStateException("no such property");
                }
            };
            assertThat(plans.planOf("ana", broken)).isEqualTo(PlanAnswer.FAILED);
            assertThat(plans.planOf("ana", new TestRequest().with("spel:claim", "gold")))
                    .isEqualTo(PlanAnswer.FAILED);
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
