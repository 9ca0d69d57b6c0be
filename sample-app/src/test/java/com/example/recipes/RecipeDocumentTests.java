package com.example.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.recipes.RecipeDocument.Code;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the document shows is what the tests of the recipes run. Its YAML they read from it themselves. */
class RecipeDocumentTests {

    private static final RecipeDocument DOCUMENT = new RecipeDocument();
    private static final String POLICIES = "  policies:\n";

    static List<Code> code() {
        return DOCUMENT.code();
    }

    @ParameterizedTest
    @MethodSource("code")
    void showsTheVeryCode(Code code) {
        assertThat(code.code()).isEqualTo(code.fileWithoutPackage());
    }

    @Test
    void showsNothingElse() {
        assertThat(code()).hasSize((int) DOCUMENT.blocks("java"));
        assertThat(DOCUMENT.yamlBlocks()).isEqualTo(DOCUMENT.blocks("yaml"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"json-login", "otp"})
    void showsTheVeryPoliciesOfTheSample(String recipe) {
        String yaml = DOCUMENT.yaml(recipe);
        assertThat(RecipeDocument.read(Path.of("src/main/resources/application.yml")))
                .contains(yaml.substring(yaml.indexOf(POLICIES) + POLICIES.length()));
    }
}
