package io.github.ratelimit.testing;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** A JDK of this machine: the one that runs this, one installed beside it, or one that a variable JAVA_HOME… names. */
public record Jdk(Path home, int feature) {

    private static final Path OWN = Path.of(System.getProperty("java.home"));

    /** The newest, if it is of this feature release or later. */
    public static Optional<Jdk> newest(int atLeast) {
        return installed().stream().filter(jdk -> jdk.feature >= atLeast).max(Comparator.comparingInt(Jdk::feature));
    }

    /** All that were found. */
    public static List<Jdk> installed() {
        try (Stream<Path> beside = Files.list(OWN.getParent())) {
            return Stream.of(Stream.of(OWN), beside, named())
                    .flatMap(homes -> homes)
                    .filter(home -> Files.isExecutable(home.resolve("bin/javac")))
                    .flatMap(home -> of(home).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> named() {
        return System.getenv().entrySet().stream()
                .filter(variable -> variable.getKey().startsWith("JAVA_HOME"))
                .map(variable -> Path.of(variable.getValue()));
    }

    private static Optional<Jdk> of(Path home) {
        Properties release = new Properties();
        try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
            release.load(reader);
            String version = release.getProperty("JAVA_VERSION").replace("\"", "");
            return Optional.of(new Jdk(home, Runtime.Version.parse(version).feature()));
        } catch (IOException | RuntimeException unknown) {
            return Optional.empty();
        }
    }

    /** Its launcher. */
    public Path java() {
        return home.resolve("bin/java");
    }
}
