package io.github.ratelimit.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every property is described: in its record, for IDEs, and in the table of the documentation. */
class PropertyDescriptionsTests {

    private static final Path SOURCE =
            Path.of("src/main/java/io/github/ratelimit/autoconfigure/RateLimitProperties.java");
    private static final Path TABLE = Path.of("../docs/configuration.md");

    @Test
    void inItsRecordInPlainText() throws IOException {
        String source = Files.readString(SOURCE);
        for (RecordComponent component : components(RateLimitProperties.class)) {
            Matcher description = Pattern.compile(
                            "@param " + component.getName() + " ([^@]+?)(?=@param|\\*/)", Pattern.DOTALL)
                    .matcher(source);
            assertThat(description.find())
                    .as("a @param for %s", component.getName())
                    .isTrue();
            String text = description.group(1);
            assertThat(text).as(component.getName()).doesNotStartWith("The ").contains(".");
            if (text.contains("; false:")) {
                assertThat(text).as(component.getName()).startsWith("Whether ");
            }
        }
    }

    @Test
    void inTheMetadataForIdes() throws IOException {
        String metadata = Files.readString(Path.of("target/classes/META-INF/spring-configuration-metadata.json"));
        for (String property : names("ratelimit", RateLimitProperties.class)) {
            if (!property.contains("<")) {
                assertThat(metadata)
                        .as(property)
                        .containsPattern("\"name\": \"" + Pattern.quote(property)
                                + "\",\\s+\"type\": \"[^\"]+\",\\s+\"description\"");
            }
        }
    }

    @Test
    void inTheTableOfTheDocumentation() throws IOException {
        String table = Files.readString(TABLE);
        for (String property : names("ratelimit", RateLimitProperties.class)) {
            assertThat(table).as("docs/configuration.md").contains("`" + property + "`");
        }
    }

    /** All names as the documentation writes them; a map's key is {@code <name>}. */
    private static List<String> names(String prefix, Class<?> record) {
        List<String> names = new ArrayList<>();
        for (RecordComponent component : record.getRecordComponents()) {
            String name = prefix + "."
                    + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
            Class<?> nested = nested(component.getGenericType());
            if (nested == null) {
                names.add(name);
            } else {
                names.addAll(names(component.getType() == Map.class ? name + ".<name>" : name, nested));
            }
        }
        return names;
    }

    private static List<RecordComponent> components(Class<?> record) {
        List<RecordComponent> components = new ArrayList<>();
        for (RecordComponent component : record.getRecordComponents()) {
            components.add(component);
            Class<?> nested = nested(component.getGenericType());
            if (nested != null) {
                components.addAll(components(nested));
            }
        }
        return components;
    }

    private static Class<?> nested(Type type) {
        if (type instanceof ParameterizedType generic && generic.getRawType() == Map.class) {
            return nested(generic.getActualTypeArguments()[1]);
        }
        return type instanceof Class<?> candidate && candidate.isRecord() ? candidate : null;
    }
}
