package com.example.recipes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code docs/recipes.md}: the text that readers copy. */
final class RecipeDocument {

    private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();
    private static final Path DOCS = REPOSITORY.resolve("docs");
    private static final Pattern YAML = Pattern.compile("<!-- ([a-z-]+) -->\n```yaml\n(.*?)```\n", Pattern.DOTALL);
    private static final Pattern JAVA =
            Pattern.compile("\\[`?(\\w+\\.java)`?]\\(([^)]+)\\)[^\n]*\n\n```java\n(.*?)```\n", Pattern.DOTALL);

    private static final Pattern PACKAGE = Pattern.compile("^package [^\n]*\n\n");

    private final String text = read(DOCS.resolve("recipes.md"));

    /**
     * A block of Java.
     *
     * @param name what the document calls the file
     * @param file the file that the tests run
     * @param code what the document shows
     */
    record Code(String name, Path file, String code) {

        /** The file as one would copy it into a package of one's own. */
        String fileWithoutPackage() {
            return PACKAGE.matcher(read(file)).replaceFirst("");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** The block for {@code application.yml} of a recipe. */
    String yaml(String recipe) {
        return YAML.matcher(text)
                .results()
                .filter(block -> block.group(1).equals(recipe))
                .map(block -> block.group(2))
                .findFirst()
                .orElseThrow();
    }

    List<Code> code() {
        return JAVA.matcher(text)
                .results()
                .map(block ->
                        new Code(block.group(1), DOCS.resolve(block.group(2)).normalize(), block.group(3)))
                .toList();
    }

    /** How many blocks of a language there are, however they are introduced. */
    long blocks(String language) {
        Matcher fences =
                Pattern.compile("^```" + language + "$", Pattern.MULTILINE).matcher(text);
        return fences.results().count();
    }

    long yamlBlocks() {
        return YAML.matcher(text).results().count();
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
