package io.github.ratelimit.internal.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyExpressionTests {

    @ParameterizedTest
    @CsvSource({
        "principal, principal",
        "ip, ip",
        "global, global",
        "header:X-API-Key, header:x-api-key",
        "'header : X-API-Key', header:x-api-key",
        "param:userId, param:userId",
        "ip+param:username, ip+param:username",
        "' ip  +  param:username ', ip+param:username",
        "header:X-API-Key|ip, header:x-api-key | ip",
        "principal | ip + param:a | ip, principal | ip+param:a | ip",
    })
    void readsAndWrites(String text, String written) {
        KeyExpression expression = KeyExpression.parse(text);

        assertThat(expression).hasToString(written);
        assertThat(KeyExpression.parse(expression.toString())).hasToString(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "user",
                "Principal",
                "ip:",
                "ip:x",
                "principal:x",
                "global:x",
                "header",
                "header:",
                "header: ",
                "param",
                "ip +",
                "+ ip",
                "ip ||| ip",
                "| ip",
                "ip |",
                "header:a + + ip",
                "cookie"
            })
    void rejectsEverythingElseAndNamesTheKinds(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyExpression.parse(text))
                .withMessageEndingWith(
                        "is none of principal, ip, global, header:NAME, cookie:NAME, param:NAME, path:VARIABLE, bean:NAME, "
                                + "spel:EXPRESSION");
    }

    @Test
    void listsThePartsOfAllAlternatives() {
        assertThat(KeyExpression.parse("header:A + ip | param:b").parts())
                .containsExactly(KeyPart.parse("header:A"), KeyPart.IP, KeyPart.parse("param:b"));
    }

    @Test
    void firstAlternativeIsTheOneOfExplicitValues() {
        assertThat(KeyExpression.parse("principal | ip").first().kind()).isEqualTo("principal");
    }

    @ParameterizedTest
    @CsvSource({
        "principal, false",
        "ip, false",
        "header:A, true",
        "param:a, true",
        "param:a + ip, true",
        "ip + param:a, false"
    })
    void isClaimedWhenItsFirstPartIs(String text, boolean claimed) {
        assertThat(KeyExpression.parse(text).first().isClaimed()).isEqualTo(claimed);
    }

    @ParameterizedTest
    @CsvSource({"global, true", "ip, false", "global + ip, false"})
    void isGlobalWhenNothingElseIsInIt(String text, boolean global) {
        assertThat(KeyExpression.parse(text).first().isGlobal()).isEqualTo(global);
    }
}
