package io.github.ratelimit.benchmarks;

import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** The keys that are checked. */
final class Keys {

    static final int COUNT = 10_000;

    private static final String[] ALL =
            IntStream.range(0, COUNT).mapToObj(i -> "user-" + i).toArray(String[]::new);

    private Keys() {}

    static String any() {
        return ALL[ThreadLocalRandom.current().nextInt(COUNT)];
    }

    static String[] all() {
        return ALL.clone();
    }
}
