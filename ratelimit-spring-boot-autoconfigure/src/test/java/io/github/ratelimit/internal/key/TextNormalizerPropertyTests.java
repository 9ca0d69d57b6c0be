package io.github.ratelimit.internal.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.AlphaChars;

/** No spelling that an application may take for the same value has a quota of its own. */
class TextNormalizerPropertyTests {

    @Provide
    Arbitrary<String> letters() {
        return Arbitraries.of("k", "K", "\u212A", "s", "S", "ſ", "i", "I", "ı", "İ", "ß", "ẞ", "σ", "ς", "Σ", "µ", "μ")
                .list()
                .ofMaxSize(4)
                .map(letters -> String.join("", letters));
    }

    @Property(tries = 20_000)
    void whatEqualsIgnoringCaseIsOne(@ForAll("letters") String one, @ForAll("letters") String other) {
        assertThat(lowercase(one).equals(lowercase(other))).isEqualTo(one.equalsIgnoreCase(other));
    }

    @Property
    void ofAsciiIsPlainLowerCase(@ForAll @AlphaChars String text) {
        assertThat(lowercase(text)).isEqualTo(text.toLowerCase(Locale.ROOT));
    }

    @Example
    void everyLetterHasOneForm() {
        for (int letter = 0; letter <= Character.MAX_CODE_POINT; letter++) {
            String text = Character.toString(letter);
            String form = lowercase(text);
            if (!lowercase(form).equals(form)
                    || !form.equals(lowercase(new String(Character.toChars(Character.toLowerCase(letter)))))
                    || !form.equals(lowercase(new String(Character.toChars(Character.toUpperCase(letter)))))) {
                throw new AssertionError("U+" + Integer.toHexString(letter));
            }
        }
    }

    @Property
    void trimTakesWhatTrimAndStripOfJavaTake(
            @ForAll String text, @ForAll("edges") String before, @ForAll("edges") String after) {
        String trimmed = TextNormalizer.TRIM.normalize(before + text + after);

        assertThat(trimmed).isEqualTo(TextNormalizer.TRIM.normalize(text));
        assertThat(trimmed).isEqualTo(trimmed.trim()).isEqualTo(trimmed.strip());
    }

    @Provide
    Arbitrary<String> edges() {
        return Arbitraries.strings()
                .withChars(" \t\r\n\0\u001F\u00A0\u2003\u2007\u202F\u3000\u2028")
                .ofMaxLength(5);
    }

    private static String lowercase(String text) {
        return TextNormalizer.LOWERCASE.normalize(text);
    }
}
