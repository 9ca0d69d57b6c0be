package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimit.InvalidRateLimitCheckException;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.HashKeys;
import io.github.ratelimit.internal.key.KeyEncoder;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.Normalizer;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.key.TextNormalizer;
import io.github.ratelimit.internal.limiter.ActivePolicy.KeyRule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckResolverTests {

    private static final RateLimitPolicy API = RateLimitPolicy.of("api", Quota.of("10/1s"));
    private static final RateLimitPolicy WITH_PLANS =
            API.withPlans(Quota.of("10/1s"), Map.of("basic", Quota.of("20/1s"), "pro", Quota.of("100/1s")), "basic");

    private TestRequest request = new TestRequest().with("ip", "203.0.113.9");
    private RateLimitPolicy policy = API;
    private OnMissingKey onMissing = OnMissingKey.IP;
    private Normalizer[] normalizers = {};

    private CheckResolver resolver(String key) {
        ActivePolicy active = new ActivePolicy(
                policy,
                new KeyRule(KeyExpression.parse(key), onMissing, List.of(normalizers)),
                Map.of("demo-pro", "pro"));
        return new CheckResolver(new Policies(List.of(active)), new KeyEncoder(HashKeys.NEVER, null), () -> request);
    }

    private ResolvedCheck resolve(String key, String... values) {
        return resolver(key).resolve(RateLimitCheck.of("api", values));
    }

    private static String plan(ResolvedCheck check) {
        return check.numbers().plan();
    }

    @Nested
    class OwnKey {

        @ParameterizedTest
        @CsvSource({
            "principal, ana",
            "ip, 203.0.113.9",
            "global, global",
            "ip + principal, '203.0.113.9,ana'",
            "header:X-Key | principal, principal=ana",
            "header:X-Key | ip + principal, 'ip+principal=203.0.113.9,ana'",
            "header:X-Key | param:p | ip, ip=203.0.113.9",
            "principal | ip, ana",
            "header:X-Key | global, global=global",
        })
        void isTheFirstAlternativeThatIsPresent(String key, String text) {
            request.with("principal", "ana");

            assertThat(resolve(key).key()).isEqualTo(text);
        }

        @Test
        void givenByHandIsTheSameBudget() {
            request.with("principal", "ana");

            assertThat(resolve("principal", "ana").key())
                    .isEqualTo(resolve("principal").key());
        }

        @Test
        void ofAnUnknownPolicyIsAnError() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> resolver("ip").resolve(RateLimitCheck.of("apo")))
                    .withMessage("There is no rate limit policy 'apo'; there are [api]");
        }
    }

    @Nested
    class MissingKey {

        @ParameterizedTest
        @NullSource
        @ValueSource(strings = {"", " "})
        void isTheAddressInARequest(String blank) {
            request.with("principal", blank);

            assertThat(resolve("principal").key()).isEqualTo("ip=203.0.113.9");
            assertThat(resolve("ip + principal").key()).isEqualTo("ip=203.0.113.9");
        }

        @Test
        void isTheAddressAlsoWhenAValueGivenIsBlank() {
            assertThat(resolve("principal", " ").key()).isEqualTo("ip=203.0.113.9");
        }

        @Test
        void isOneSharedKeyWhereTheContainerKnowsNoAddress() {
            request = new TestRequest();

            assertThat(resolve("principal").key()).isEqualTo("ip=unknown");
        }

        @Test
        void isAnErrorOutsideARequest() {
            request = null;

            assertThatExceptionOfType(InvalidRateLimitCheckException.class)
                    .isThrownBy(() -> resolve("principal"))
                    .withMessageContaining("policy 'api'")
                    .withMessageContaining("on-missing-key: skip");
        }

        @Test
        void canSwitchThePolicyOff() {
            onMissing = OnMissingKey.SKIP;
            assertThat(resolve("principal")).isNull();

            request = null;
            assertThat(resolve("principal")).isNull();
        }

        @Test
        void canBeRejected() {
            onMissing = OnMissingKey.REJECT;

            assertThatExceptionOfType(InvalidRateLimitCheckException.class)
                    .isThrownBy(() -> resolve("principal"))
                    .withMessage("policy 'api': the key's value is missing or not known");
        }

        @Test
        void neverConcernsGlobal() {
            request = null;

            assertThat(resolve("global").key()).isEqualTo("global");
        }
    }

    @Nested
    class ExplicitKinds {

        @ParameterizedTest
        @CsvSource({
            "header:X-Key | ip, ip, ip=a",
            "header:X-Key | ip, header:x-key, a",
            "principal, ip, ip=a",
            "ip, ip, a",
        })
        void nameTheAlternative(String key, String kind, String text) {
            RateLimitCheck check = RateLimitCheck.of("api", "a").kind(kind);

            assertThat(resolver(key).resolve(check).key()).isEqualTo(text);
        }

        @Test
        void thatAreNoneListTheKinds() {
            assertThatExceptionOfType(InvalidRateLimitCheckException.class)
                    .isThrownBy(() -> resolver("header:A | ip")
                            .resolve(RateLimitCheck.of("api", "a").kind("user")))
                    .withMessage("policy 'api' has no such kind of key; it has [header:a, ip]");
        }

        @Test
        void goWithNoGlobalKey() {
            assertThatExceptionOfType(InvalidRateLimitCheckException.class)
                    .isThrownBy(() -> resolve("global", "a"))
                    .withMessage("policy 'api' has one key for all; no value goes with it");
        }
    }

    @Nested
    class Plans {

        @Test
        void areThoseOfTheirMembers() {
            policy = WITH_PLANS;
            request.with("header:X-Key", "demo-pro").with("principal", "demo-pro");

            assertThat(plan(resolve("header:X-Key"))).isEqualTo("pro");
            assertThat(plan(resolve("principal"))).isEqualTo("pro");
            assertThat(plan(resolve("principal", "demo-pro"))).isEqualTo("pro");
            assertThat(plan(resolve("principal + ip"))).isEqualTo("pro");
        }

        @Test
        void limitAnInventedValueByItsAddressWithThePolicysOwnLimit() {
            policy = WITH_PLANS;
            request.with("header:X-Key", "invented");
            ResolvedCheck check = resolve("header:X-Key");

            assertThat(check.key()).isEqualTo("ip=203.0.113.9");
            assertThat(plan(check)).isNull();
            assertThat(resolve("principal", "invented").key()).isEqualTo("ip=203.0.113.9");
        }

        @Test
        void limitAnInventedValueAsTheDefaultPlanWithoutALimit() {
            policy = WITH_PLANS.withPlans(null, WITH_PLANS.plans(), "basic");
            request.with("header:X-Key", "invented");

            assertThat(plan(resolve("header:X-Key"))).isEqualTo("basic");
        }

        @Test
        void putAProvenValueOnTheDefaultPlan() {
            policy = WITH_PLANS;
            request.with("principal", "ana");
            ResolvedCheck check = resolve("principal");

            assertThat(check.key()).isEqualTo("ana");
            assertThat(plan(check)).isEqualTo("basic");
        }

        @Test
        void leaveAProvenValueOnThePolicysLimitWithoutADefaultPlan() {
            policy = WITH_PLANS.withPlans(Quota.of("10/1s"), WITH_PLANS.plans(), null);
            request.with("principal", "ana");

            assertThat(plan(resolve("principal"))).isNull();
        }

        @Test
        void obeySkipForAnInventedValue() {
            policy = WITH_PLANS;
            onMissing = OnMissingKey.SKIP;
            request.with("header:X-Key", "invented");

            assertThat(resolve("header:X-Key")).isNull();
        }
    }

    @Nested
    class Normalizing {

        @Test
        void comesBeforePlansAndEncoding() {
            policy = WITH_PLANS;
            normalizers = new Normalizer[] {TextNormalizer.TRIM, TextNormalizer.LOWERCASE};
            ResolvedCheck check = resolve("principal", " Demo-PRO ");

            assertThat(check.key()).isEqualTo("demo-pro");
            assertThat(plan(check)).isEqualTo("pro");
        }

        @Test
        void leavesAddressesAlone() {
            normalizers = new Normalizer[] {value -> "x" + value};
            request.with("principal", "ana");

            assertThat(resolve("ip + principal").key()).isEqualTo("203.0.113.9,xana");
        }

        @Test
        void toNothingIsAMissingKey() {
            normalizers = new Normalizer[] {value -> ""};

            assertThat(resolve("principal", "ana").key()).isEqualTo("ip=203.0.113.9");
        }

        @Test
        void ofWhatItCannotReadNamesThePolicyAndNotTheValue() {
            normalizers = new Normalizer[] {TextNormalizer.EMAIL};

            assertThatExceptionOfType(InvalidRateLimitCheckException.class)
                    .isThrownBy(() -> resolve("principal", "secret"))
                    .withMessage("policy 'api': the key's value is not an e-mail address");
        }
    }
}
