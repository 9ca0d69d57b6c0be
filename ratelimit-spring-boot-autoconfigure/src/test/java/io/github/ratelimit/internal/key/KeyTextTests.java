package io.github.ratelimit.internal.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class KeyTextTests {

    @Provide
    Arbitrary<List<String>> lists() {
        return Arbitraries.of("a", "b", ",", ", ", "[", "]", "%2C", "", "a,b", "a, b", "[a,b]", "\uD83D", "?")
                .list()
                .ofMinSize(1)
                .ofMaxSize(3);
    }

    @Provide
    Arbitrary<List<String>> inner() {
        return Arbitraries.of("a", "],[", "a],[a").list().ofMinSize(1).ofMaxSize(2);
    }

    @Property(tries = 20_000)
    void isOneOnlyForEqualLists(@ForAll("lists") List<String> one, @ForAll("lists") List<String> other) {
        assertThat(KeyText.of(one).equals(KeyText.of(other))).isEqualTo(one.equals(other));
    }

    @Property(tries = 5_000)
    void isOneOnlyForEqualListsOfLists(
            @ForAll("inner") List<String> a,
            @ForAll("inner") List<String> b,
            @ForAll("inner") List<String> c,
            @ForAll("inner") List<String> d) {
        List<?> one = List.of(a, b);
        List<?> other = List.of(c, d);

        assertThat(KeyText.of(one).equals(KeyText.of(other))).isEqualTo(one.equals(other));
    }

    @Example
    void isThatOfTheObject() {
        assertThat(KeyText.of("a,b")).isEqualTo("a,b");
        assertThat(KeyText.of(7L)).isEqualTo("7");
        assertThat(KeyText.of(Optional.of("a"))).isEqualTo("a");
    }

    @Example
    void ofAnArrayIsThatOfItsList() {
        assertThat(KeyText.of(new String[] {"a", "b,c"}))
                .isEqualTo(KeyText.of(List.of("a", "b,c")))
                .isEqualTo("[a,b%2Cc]");
        assertThat(KeyText.of(new int[] {1, 2})).isEqualTo("[1,2]");
    }

    @Example
    void isNoneWhereAValueIsMissing() {
        assertThat(KeyText.of(null)).isNull();
        assertThat(KeyText.of(Optional.empty())).isNull();
        assertThat(KeyText.of(List.of())).isNull();
        assertThat(KeyText.of(Arrays.asList("a", null))).isNull();
    }

    @Example
    void isNotMadeOfAnIdentity() {
        for (Object value : List.of(new Object(), Set.of(new Object()), Optional.of(new Object()))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> KeyText.of(value))
                    .withMessage("A key cannot be made of java.lang.Object, "
                            + "whose toString() differs from one object to the next");
        }
    }
}
