package io.github.ratelimit.testing;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import redis.embedded.core.ExecutableProvider;

/**
 * A {@code redis-server} of this machine: the installed one, or that of {@code embedded-redis}. The property
 * {@code test.redis-server} chooses for all tests: {@code embedded}, or the path of another one.
 *
 * @param name {@code installed} or {@code embedded}
 */
public record RedisBinary(String name, Path path) {

    private static final String PROPERTY = "test.redis-server";
    private static final String EMBEDDED = "embedded";
    private static final Optional<RedisBinary> INSTALLED = find();

    /** Those that there are, the preferred one first. */
    public static List<RedisBinary> all() {
        List<RedisBinary> all = new ArrayList<>();
        INSTALLED.ifPresent(all::add);
        all.add(isEmbeddedChosen() ? 0 : all.size(), Embedded.BINARY);
        return all;
    }

    /** The chosen one, else the installed one, else that of {@code embedded-redis}. */
    public static RedisBinary preferred() {
        return isEmbeddedChosen() ? Embedded.BINARY : INSTALLED.orElseGet(() -> Embedded.BINARY);
    }

    /** Whether the property chooses one. */
    static boolean isChosen() {
        return !choice().isEmpty();
    }

    private static boolean isEmbeddedChosen() {
        return choice().equals(EMBEDDED);
    }

    private static String choice() {
        return System.getProperty(PROPERTY, "");
    }

    private static Optional<RedisBinary> find() {
        if (isChosen() && !isEmbeddedChosen()) {
            return Optional.of(new RedisBinary("installed", Path.of(choice())));
        }
        try {
            return Optional.of(new RedisBinary(
                    "installed",
                    ExecutableProvider.newExecutableInPath("redis-server").get().toPath()));
        } catch (FileNotFoundException notInstalled) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether it was built with TLS. One that was not stops at the option; any other at having no port. */
    public boolean hasTls() {
        try {
            Process process = new ProcessBuilder(path.toString(), "--port", "0", "--tls-port", "0")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return !said.contains("CONFIG FILE ERROR");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    private static final class Embedded {

        static final RedisBinary BINARY = locate();

        private static RedisBinary locate() {
            try {
                return new RedisBinary(
                        EMBEDDED,
                        ExecutableProvider.newJarResourceProvider().get().toPath());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
