package io.github.ratelimit.internal.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Group;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class KeyEncoderTests {

    private static final KeyPart HEADER = KeyPart.parse("header:X-API-Key");
    private static final KeyEncoder PLAIN = new KeyEncoder(HashKeys.NEVER, null);
    private static final KeyEncoder AUTO = new KeyEncoder(HashKeys.AUTO, null);

    /** A key as code knows it. */
    record Key(String kind, List<KeyPart> parts, List<String> values) {

        String encodedBy(KeyEncoder encoder) {
            return encoder.encode(kind, parts, values);
        }
    }

    @Provide
    Arbitrary<Key> keys() {
        Arbitrary<String> kinds =
                Arbitraries.of("ip", "principal", "header:x", "ip+principal").injectNull(0.5);
        Arbitrary<List<KeyPart>> parts = Arbitraries.of(KeyPart.IP, KeyPart.PRINCIPAL)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3);
        return Combinators.combine(kinds, parts, values().list().ofMinSize(1).ofMaxSize(3))
                .as(Key::new);
    }

    /** Short strings of the characters that mean something here, and any strings, lone surrogates among them. */
    private static Arbitrary<String> values() {
        Arbitrary<String> tricky = Arbitraries.of(
                        "a", "A", "{", "}", ",", "=", "#", "%", "%2C", "é", "e\u0301", "\uD83D", "\uDE00", "?", "ip=",
                        " ", "\0")
                .list()
                .ofMaxSize(4)
                .map(pieces -> String.join("", pieces));
        Arbitrary<String> any = Arbitraries.chars().all().list().ofMaxSize(6).map(KeyEncoderTests::join);
        Arbitrary<String> hashes = Arbitraries.of(
                "#" + "0".repeat(64),
                "0".repeat(64),
                "a".repeat(65),
                "a".repeat(64),
                AUTO.encode(null, List.of(), List.of("a".repeat(65))));
        return Arbitraries.frequencyOf(Tuple.of(5, tricky), Tuple.of(3, any), Tuple.of(1, hashes));
    }

    private static String join(List<Character> characters) {
        StringBuilder text = new StringBuilder();
        characters.forEach(text::append);
        return text.toString();
    }

    /** What can be read back is injective. */
    @Property(tries = 5_000)
    void plainTextCanBeReadBack(@ForAll("keys") Key key) {
        Key read = KeyReader.read(key.encodedBy(PLAIN));

        assertThat(read.kind()).isEqualTo(key.kind());
        assertThat(read.values()).isEqualTo(key.values());
    }

    @Property(tries = 2_000)
    void eachPartIsPlainOrHashedByItself(@ForAll("keys") Key key) {
        String[] parts = KeyReader.parts(key.encodedBy(AUTO));

        assertThat(parts).hasSameSizeAs(key.values());
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].startsWith("#")) {
                assertThat(parts[i]).matches("#[0-9a-f]{64}");
                assertThat(parts[i])
                        .isEqualTo(AUTO.encode(
                                null, List.of(), List.of(key.values().get(i))));
            } else {
                assertThat(KeyReader.value(parts[i])).isEqualTo(key.values().get(i));
            }
        }
    }

    @Property(tries = 5_000)
    void textIsMadeOfHarmlessCharactersOnly(@ForAll("keys") Key key) {
        for (KeyEncoder encoder : List.of(PLAIN, AUTO)) {
            assertThat(key.encodedBy(encoder)).matches("[A-Za-z0-9._@+%,=#-]*");
        }
    }

    @Property(tries = 2_000)
    void oneMoreCharacterIsAnotherKey(@ForAll("keys") Key key, @ForAll char more) {
        Assume.that(key.values().size() == 1);
        Key longer = new Key(key.kind(), key.parts(), List.of(key.values().get(0) + more));

        assertThat(longer.encodedBy(AUTO)).isNotEqualTo(key.encodedBy(AUTO));
    }

    /** What people compare with: printf %s KEY | sha256sum, or openssl dgst -sha256 -hmac SECRET. */
    @Group
    class ShortHashes {

        @Example
        void areTheBeginningOfTheKeysHash() {
            assertThat(AUTO.shortHash("203.0.113.9")).isEqualTo("d861b7e91033ebc1");
            assertThat(new KeyEncoder(HashKeys.AUTO, "secret").shortHash("203.0.113.9"))
                    .isEqualTo("20658486a2161385");
        }

        @Example
        void ofAHashAreItsOwnBeginning() {
            String key = AUTO.encode(null, List.of(HEADER), List.of("my-key"));

            assertThat(key).startsWith("#" + AUTO.shortHash(key)).hasSize(65);
        }

        @Example
        void ofSeveralPartsAreOfAllOfThem() {
            String one = AUTO.encode(null, List.of(HEADER, HEADER), List.of("my-key", "a"));
            String other = AUTO.encode(null, List.of(HEADER, HEADER), List.of("my-key", "b"));

            assertThat(AUTO.shortHash(one)).isNotEqualTo(AUTO.shortHash(other));
        }
    }

    @Group
    class Writing {

        @Example
        void keepsPlainValues() {
            assertThat(PLAIN.encode(null, List.of(), List.of("Ana.B-c_d@example.org+1")))
                    .isEqualTo("Ana.B-c_d@example.org+1");
        }

        @Example
        void escapesEverythingElseAsUtf8() {
            assertThat(PLAIN.encode(null, List.of(), List.of("a,b={#%}é"))).isEqualTo("a%2Cb%3D%7B%23%25%7D%C3%A9");
        }

        @Example
        void joinsPartsByComma() {
            assertThat(PLAIN.encode(null, List.of(), List.of("203.0.113.9", "ana")))
                    .isEqualTo("203.0.113.9,ana");
        }

        @Example
        void namesTheKindOfASecondAlternative() {
            assertThat(PLAIN.encode("header:x", List.of(), List.of("a"))).isEqualTo("header%3Ax=a");
        }

        @Example
        void writesLoneSurrogatesByTheirCodePoint() {
            assertThat(PLAIN.encode(null, List.of(), List.of("\uD83D"))).isEqualTo("%ED%A0%BD");
            assertThat(PLAIN.encode(null, List.of(), List.of("\uD83D\uDE00"))).isEqualTo("%F0%9F%98%80");
        }
    }

    @Group
    class Hashing {

        /** SHA-256 of "abc", from FIPS 180-2. */
        private static final String SHA_OF_ABC = "#ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

        @Example
        void hidesWhatCallersClaim() {
            assertThat(AUTO.encode(null, List.of(HEADER), List.of("abc"))).isEqualTo(SHA_OF_ABC);
            assertThat(AUTO.encode(null, List.of(KeyPart.PRINCIPAL), List.of("abc")))
                    .isEqualTo("abc");
        }

        @Example
        void shortensWhatIsOver64Bytes() {
            assertThat(AUTO.encode(null, List.of(), List.of("é".repeat(32)))).startsWith("%C3%A9");
            assertThat(AUTO.encode(null, List.of(), List.of("é".repeat(32) + "a")))
                    .matches("#[0-9a-f]{64}");
        }

        @Example
        void takesEachPartByItself() {
            assertThat(AUTO.encode("k", List.of(KeyPart.IP, HEADER), List.of("1.2.3.4", "abc")))
                    .isEqualTo("k=1.2.3.4," + SHA_OF_ABC);
        }

        @Example
        void isForAllOrNoneWhenToldSo() {
            KeyEncoder always = new KeyEncoder(HashKeys.ALWAYS, null);

            assertThat(always.encode(null, List.of(KeyPart.IP), List.of("abc"))).isEqualTo(SHA_OF_ABC);
            assertThat(PLAIN.encode(null, List.of(HEADER), List.of("abc"))).isEqualTo("abc");
            assertThat(PLAIN.encode(null, List.of(), List.of("a".repeat(100)))).isEqualTo("a".repeat(100));
        }

        /** Test case 2 of RFC 4231. */
        @Example
        void isKeyedByTheSecret() {
            KeyEncoder keyed = new KeyEncoder(HashKeys.ALWAYS, "Jefe");

            assertThat(keyed.encode(null, List.of(), List.of("what do ya want for nothing?")))
                    .isEqualTo("#5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        }

        @Example
        void givesDifferentTextsForDifferentSecrets() {
            List<String> value = List.of("abc");

            assertThat(Set.of(
                            new KeyEncoder(HashKeys.ALWAYS, "one").encode(null, List.of(), value),
                            new KeyEncoder(HashKeys.ALWAYS, "two").encode(null, List.of(), value),
                            new KeyEncoder(HashKeys.ALWAYS, null).encode(null, List.of(), value)))
                    .hasSize(3);
        }
    }
}
