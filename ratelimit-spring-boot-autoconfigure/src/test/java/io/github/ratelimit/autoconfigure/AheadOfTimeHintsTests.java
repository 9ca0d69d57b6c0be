package io.github.ratelimit.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.proxies;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

import io.github.ratelimit.RateLimited;
import io.github.ratelimit.internal.actuate.ErrorView;
import java.io.File;
import java.net.URL;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

/** What an application that was processed ahead of time keeps of this jar. Nothing is asked of Redis meanwhile. */
class AheadOfTimeHintsTests {

    private static RuntimeHints hints;

    @ImportAutoConfiguration({DataRedisAutoConfiguration.class, RateLimitAutoConfiguration.class})
    static class Application {

        @Bean
        Limited limited() {
            return new Limited();
        }

        @Bean
        Plain plain() {
            return new Plain();
        }
    }

    static class WithFallback {

        String inherited(String name) {
            return name;
        }
    }

    static class Limited extends WithFallback {

        @RateLimited(limit = "1/1h", fallbackMethod = "${fallback}")
        public String limited(String name) {
            return name;
        }
    }

    static class Base {}

    static class Plain extends Base {

        @RateLimited(limit = "1/1h")
        public String limited(String name) {
            return name;
        }
    }

    @BeforeAll
    static void process() {
        GenerationContext generation = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get(Application.class)), new InMemoryGeneratedFiles());
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        TestPropertyValues.of("ratelimit.policies.api.limit=1/1h", "fallback=inherited")
                .applyTo(context);
        context.register(Application.class);
        try (context) {
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        }
        hints = generation.getRuntimeHints();
    }

    private static Stream<String> scripts() {
        URL script = AheadOfTimeHintsTests.class.getResource("/io/github/ratelimit/internal/redis/decide.lua");
        assertThat(script).isNotNull();
        String[] files = new File(script.getPath()).getParentFile().list((folder, name) -> name.endsWith(".lua"));
        return Stream.of(files).map("io/github/ratelimit/internal/redis/"::concat);
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void namesEveryFileOfTheScript(String file) {
        assertThat(resource().forResource(file)).accepts(hints);
    }

    @Test
    void namesEveryRecordOfProperties() {
        assertThat(RateLimitProperties.class.getDeclaredClasses()).isNotEmpty();
        assertRecord(RateLimitProperties.class);
        for (Class<?> nested : RateLimitProperties.class.getDeclaredClasses()) {
            assertRecord(nested);
        }
    }

    private static void assertRecord(Class<?> record) {
        assertThat(record).isRecord();
        assertThat(reflection().onConstructorInvocation(record.getDeclaredConstructors()[0]))
                .accepts(hints);
        assertThat(methodsOf(record)).accepts(hints);
    }

    private static Predicate<RuntimeHints> methodsOf(Class<?> type) {
        return reflection().onType(type).withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS);
    }

    @ParameterizedTest
    @ValueSource(classes = {RateLimited.class, RateLimited.List.class})
    void namesTheAnnotation(Class<?> annotation) {
        assertThat(proxies().forInterfaces(annotation)).accepts(hints);
        assertThat(methodsOf(annotation)).accepts(hints);
    }

    @Test
    void namesWhatTheEndpointWrites() throws Exception {
        assertThat(reflection().onMethodInvocation(ErrorView.class.getMethod("detail")))
                .accepts(hints);
    }

    @Test
    void namesTheMethodsBesideAFallbackWhereverTheyAreDeclared() {
        assertThat(methodsOf(WithFallback.class)).accepts(hints);
        assertThat(methodsOf(Limited.class)).accepts(hints);
        assertThat(methodsOf(Base.class)).rejects(hints);
    }
}
