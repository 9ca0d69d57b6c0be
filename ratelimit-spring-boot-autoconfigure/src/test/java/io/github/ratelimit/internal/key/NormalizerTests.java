package io.github.ratelimit.internal.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Locale;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NormalizerTests {

    @Nested
    class Text {

        @ParameterizedTest
        @CsvSource(
                quoteCharacter = '"',
                value = {
                    "TRIM, \"  ana \t\", ana",
                    "TRIM, \"\u2003ana\u2003\", ana",
                    "TRIM, \"a na\", \"a na\"",
                    "TRIM, \"\0\u00A0\u0001ana\u202F\0\0\", ana",
                    "TRIM, \"\u200Bana\", \"\u200Bana\"",
                    "LOWERCASE, ANA, ana",
                    "LOWERCASE, TITLE, title",
                    "LOWERCASE, ÄÖÜ, äöü",
                    "LOWERCASE, \u212Aelv\u0130n, kelvin",
                    "LOWERCASE, mi\u017Fs\u0131on, mission",
                    "LOWERCASE, ΟΔΟΣ, οδοσ",
                    "LOWERCASE, οδος, οδοσ",
                    "LOWERCASE, straße, straße",
                    "LOWERCASE, \uD801\uDC00, \uD801\uDC28",
                    "LOWERCASE, \uD83DA, \uD83Da",
                    "LOWERCASE, ＡＮＡ, ａｎａ",
                    "LOWERCASE, e\u0301, e\u0301",
                    "EMAIL, \" Ana@Example.ORG \", ana@example.org",
                    "EMAIL, Ana+shop@Example.org, ana+shop@example.org",
                    "EMAIL, \"\u00A0Ann\u0130e\u212A@EXAMPLE.org\0\", anniek@example.org",
                    "EMAIL, аня@пример.рф, аня@пример.рф",
                    "EMAIL, ａna@m\u00FCnchen.de, ａna@m\u00FCnchen.de",
                    "EMAIL_WITHOUT_TAG, Ana.B+shop+x@Example.org, Ana.B@Example.org",
                    "EMAIL_WITHOUT_TAG, Ana.B@Example+x.org, Ana.B@Example+x.org",
                    "EMAIL_WITHOUT_TAG, \" a+b@x \", \" a@x \"",
                    "EMAIL_WITHOUT_DOTS, A.n..a.+s.hop@Example.org, Ana+shop@Example.org",
                    "EMAIL_WITHOUT_DOTS, ana@mail.example.org, ana@mail.example.org",
                })
        void hasOneForm(TextNormalizer normalizer, String value, String form) {
            assertThat(normalizer.normalize(value)).isEqualTo(form);
            assertThat(normalizer.normalize(form)).isEqualTo(form);
        }

        @Test
        void isTheSameInATurkishLocale() {
            Locale before = Locale.getDefault();
            Locale.setDefault(Locale.forLanguageTag("tr-TR"));
            try {
                assertThat(TextNormalizer.LOWERCASE.normalize("TITLE")).isEqualTo("title");
                assertThat(TextNormalizer.EMAIL.normalize("INFO@EXAMPLE.ORG")).isEqualTo("info@example.org");
                assertThat(KeyPart.parse("header:X-ID")).hasToString("header:x-id");
            } finally {
                Locale.setDefault(before);
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "ana",
                    "@example.org",
                    "ana@",
                    " @ ",
                    "ana＠example.org",
                    "Ana <ana@example.org>",
                    "ana@example.org, x@example.org",
                    "ana@example.org;x@example.org",
                    "\"ana\"@example.org",
                    "a\\na@example.org",
                    "ana(1)@example.org",
                    "ana@[192.0.2.1]",
                    "group:ana@example.org",
                    "a na@example.org",
                    "ana@\u00A0example.org",
                    "ana\0@example.org",
                    "ana\u0085@example.org",
                    "ana@x@example.org",
                    "ana\u200B@example.org",
                    "ana@exam\u00ADple.org",
                    "ana@ｅxample.org",
                    "ana@example。org",
                    "ana@example.org.",
                    "ana@exa\uD835\uDC26ple.org"
                })
        void whichIsNoAddressIsUnreadable(String value) {
            assertUnreadable(TextNormalizer.EMAIL, value);
        }

        @ParameterizedTest
        @CsvSource({
            "EMAIL_WITHOUT_TAG, +shop@example.org",
            "EMAIL_WITHOUT_TAG, ' +shop@example.org'",
            "EMAIL_WITHOUT_TAG, ana+shop",
            "EMAIL_WITHOUT_TAG, ana+shop@",
            "EMAIL_WITHOUT_DOTS, ..@example.org",
            "EMAIL_WITHOUT_DOTS, a.n.a",
            "EMAIL_WITHOUT_DOTS, @example.org",
        })
        void whoseLocalPartIsOrBecomesEmptyIsUnreadable(TextNormalizer normalizer, String value) {
            assertUnreadable(normalizer, value);
        }

        @Test
        void whichIsTooLongForAnAddressIsUnreadable() {
            String address = "a".repeat(308) + "@example.org";
            assertThat(TextNormalizer.EMAIL.normalize(address)).isEqualTo(address);
            assertUnreadable(TextNormalizer.EMAIL, "a" + address);
            assertUnreadable(TextNormalizer.EMAIL_WITHOUT_TAG, "a" + address);
        }

        private static void assertUnreadable(Normalizer normalizer, String value) {
            assertThatExceptionOfType(UnreadableValueException.class)
                    .isThrownBy(() -> normalizer.normalize(value))
                    .withMessage("is not an e-mail address");
        }
    }

    @Nested
    class Phones {

        private final PhoneNormalizer inNepal = new PhoneNormalizer("NP");

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "+977 984-1234567",
                    "009779841234567",
                    "9841234567",
                    "+9779841234567",
                    " 984 123 4567 ",
                    "(984) 123-4567",
                    "tel:+977-9841234567",
                    "९८४१२३४५६७",
                    "+977 9841234567 ext. 5"
                })
        void haveOneForm(String spelling) {
            assertThat(inNepal.normalize(spelling)).isEqualTo("+9779841234567");
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "junk", "12", "+977", "+999 1234567890", "98412345679841234567", "+", "९"})
        void whichAreNoneAreUnreadable(String junk) {
            assertThatExceptionOfType(UnreadableValueException.class)
                    .isThrownBy(() -> inNepal.normalize(junk))
                    .withMessage("is not a phone number");
        }

        /** Callers from other areas, and the gateway, know it by another number. */
        @Test
        void withoutTheirAreaCodeAreNone() {
            assertThat(inNepal.normalize("01-4412345")).isEqualTo("+97714412345");
            assertThatExceptionOfType(UnreadableValueException.class).isThrownBy(() -> inNepal.normalize("4412345"));
        }

        @Test
        void ofAnyLengthAreReadInNoTime() {
            assertThatExceptionOfType(UnreadableValueException.class)
                    .isThrownBy(() -> inNepal.normalize(" ".repeat(65) + "9841234567"));
        }

        @Test
        void needTheirCountryCodeWithoutARegion() {
            PhoneNormalizer anywhere = new PhoneNormalizer(null);

            assertThat(anywhere.normalize("+977 984-1234567")).isEqualTo("+9779841234567");
            assertThatExceptionOfType(UnreadableValueException.class)
                    .isThrownBy(() -> anywhere.normalize("9841234567"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "np", "Nepal", "XX"})
        void areNotReadInARegionThatIsNone(String region) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new PhoneNormalizer(region))
                    .withMessage("'" + region + "' is no ISO 3166 region code such as NP or DE");
        }
    }
}
