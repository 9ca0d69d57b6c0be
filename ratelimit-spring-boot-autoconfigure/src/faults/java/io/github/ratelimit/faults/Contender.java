package io.github.ratelimit.faults;

import java.util.List;
import java.util.stream.Stream;

/** What is measured: our filter, and two that people write instead. */
enum Contender {
    /** This project, a policy of each choice on a path of its own. The only other setting is how often that is counted. */
    OURS("ratelimit-spring-boot", DecidedBy.class, List.of("closed", "open", "local")),
    HAND_WRITTEN("StringRedisTemplate", HandWrittenFilter.class, List.of("limited")),
    BUCKET4J("Bucket4j", Bucket4jFilter.class, List.of("limited"));

    /** The header that names the caller, whose budget it is. */
    static final String CALLER = "X-Caller";

    /** Never reached: what is measured is what faults do. */
    static final long LIMIT = 1_000_000_000;

    private final String title;
    private final Class<?> configuration;
    private final List<String> paths;

    Contender(String title, Class<?> configuration, List<String> paths) {
        this.title = title;
        this.configuration = configuration;
        this.paths = paths;
    }

    String title() {
        return title;
    }

    /** What the application has beside {@link ContenderApplication}. */
    Class<?> configuration() {
        return configuration;
    }

    /** The paths that callers ask for, in turn. */
    List<String> paths() {
        return paths;
    }

    /** Settings of the application. */
    Stream<String> properties() {
        return this == OURS
                ? Stream.concat(
                        Stream.of("--ratelimit.hash-keys=never"), paths.stream().flatMap(Contender::policy))
                : Stream.of("--ratelimit.enabled=false");
    }

    /** A fixed window, as its count says exactly what was charged. */
    private static Stream<String> policy(String choice) {
        String name = "--ratelimit.policies." + choice;
        return Stream.of(
                name + ".paths=/" + choice,
                name + ".key=header:" + CALLER,
                name + ".algorithm=fixed-window",
                name + ".limit=" + LIMIT + "/1d",
                name + ".on-store-failure=" + choice);
    }
}
