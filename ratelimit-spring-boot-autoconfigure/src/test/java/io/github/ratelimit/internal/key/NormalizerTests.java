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
                    "LOWERCASE, ANA, ana",
                    "LOWERCASE, TITLE, title",
                    "LOWERCASE, ÄÖÜ, äöü",
                    "EMAIL, \" Ana@Example.ORG \", ana@example.org",
                    "EMAIL, Ana+shop@Example.org, ana+shop@example.org",
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
        @ValueSource(strings = {"", "ana", "@example.org", "ana@", " @ "})
        void whichIsNoAddressIsUnreadable(String value) {
            assertThatExceptionOfType(UnreadableValueException.class)
                    .isThrownBy(() -> TextNormalizer.EMAIL.normalize(value))
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
