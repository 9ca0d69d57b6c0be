package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimit.InvalidRateLimitCheckException;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.key.TextNormalizer;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose budget a check is. */
class CheckResolverTests {

    private final ResolverBench bench = new ResolverBench();

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
            bench.request.with("principal", "ana");

            assertThat(bench.resolve(key).key()).isEqualTo(text);
        }

        @Test
        void givenByHandIsTheSameBudget() {
            bench.request.with("principal", "ana");

            assertThat(bench.resolve("principal", "ana").key())
                    .isEqualTo(bench.resolve("principal").key());
        }

        @Test
        void ofAnUnknownPolicyIsAnError() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bench.resolve("ip", RateLimitCheck.of("apo")))
                    .withMessage("There is no rate limit policy 'apo'; there are [api]");
        }
    }

    @Nested
    class MissingKey {

        @ParameterizedTest
        @NullSource
        @ValueSource(strings = {"", " "})
        void isTheAddressInARequest(String blank) {
            bench.request.with("principal", blank);

            assertThat(bench.resolve("principal").key()).isEqualTo("ip=203.0.113.9");
            assertThat(bench.resolve("ip + principal").key()).isEqualTo("ip=203.0.113.9");
        }

        @Test
        void isTheAddressAlsoWhenAValueGivenIsBlank() {
            assertThat(bench.resolve("principal", " ").key()).isEqualTo("ip=203.0.113.9");
        }

        @Test
        void isOneSharedKeyWhereTheContainerKnowsNoAddress() {
            bench.request = new TestRequest();

            assertThat(bench.resolve("principal").key()).isEqualTo("ip=unknown");
        }

        @Test
        void isAnErrorOutsideARequest() {
            bench.request = null;

            assertThatExceptionOfType(InvalidRateLimitCheckException.class)
                    .isThrownBy(() -> bench.resolve("principal"))
                    .withMessageContaining("policy 'api'")
                    .withMessageContaining("on-missing-key: skip");
        }

        @Test
        void canSwitchThePolicyOff() {
            bench.onMissing = OnMissingKey.SKIP;
            assertThat(bench.resolve("principal")).isNull();

            bench.request = null;
            assertThat(bench.resolve("principal")).isNull();
        }

        @Test
        void canBeRejected() {
            bench.onMissing = OnMissingKey.REJECT;

            assertThatExceptionOfType(InvalidRateLimitCheckException.class)
                    .isThrownBy(() -> bench.resolve("principal"))
                    .withMessage("policy 'api': the key's value is missing or not known");
        }

        @Test
        void neverConcernsGlobal() {
            bench.request = null;

            assertThat(bench.resolve("global").key()).isEqualTo("global");
        }
    }

    @Nested
    class ExplicitKinds {

        @Test
        void mayHaveMoreValuesThanTheKeyHasParts() {
            bench.normalizers = List.of(TextNormalizer.LOWERCASE);

            assertThat(bench.resolve("ip", "::ffff:203.0.113.7", "Ana").key()).isEqualTo("203.0.113.7,ana");
        }

        @ParameterizedTest
        @CsvSource({
            "header:X-Key | ip, ip, 203.0.113.7, ip=203.0.113.7",
            "header:X-Key | ip, header:x-key, a, a",
            "principal, ip, 203.0.113.7, ip=203.0.113.7",
            "principal, ip, '::ffff:203.0.113.7', ip=203.0.113.7",
            "ip, ip, 203.0.113.7, 203.0.113.7",
            "ip, ip, '2001:db8::1', 2001%3Adb8%3A0%3A0%3A0%3A0%3A0%3A0%2F64",
        })
        void nameTheAlternative(String key, String kind, String value, String text) {
            RateLimitCheck check = RateLimitCheck.of("api", value).kind(kind);

            assertThat(bench.resolve(key, check).key()).isEqualTo(text);
        }

        @Test
        void thatAreAddressesReadNothingElse() {
            assertThatExceptionOfType(InvalidRateLimitCheckException.class)
                    .isThrownBy(() -> bench.resolve("ip", "localhost"))
                    .withMessageContaining("an IP address");
        }

        @Test
        void thatAreNoneListTheKinds() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bench.resolve(
                            "header:A | ip", RateLimitCheck.of("api", "a").kind("user")))
                    .withMessage("Rate limit policy 'api' has no such kind of key; it has [header:a, ip]")
                    .isNotInstanceOf(InvalidRateLimitCheckException.class);
        }

        @Test
        void goWithNoGlobalKey() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bench.resolve("global", "a"))
                    .withMessage("Rate limit policy 'api' has one key for all; no value goes with it")
                    .isNotInstanceOf(InvalidRateLimitCheckException.class);
        }
    }
}
