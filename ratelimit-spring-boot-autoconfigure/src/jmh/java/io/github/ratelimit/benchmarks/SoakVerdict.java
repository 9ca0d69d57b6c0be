package io.github.ratelimit.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Whether something grows without bound: in the last third of a soak it reaches clearly more than in the second. The
 * first is for warming up, and for keys to come as often as they expire.
 */
record SoakVerdict(List<SoakSample> samples) {

    private static final double GROWTH = 1.2;

    /** What grows; empty when all is well. */
    List<String> complaints() {
        return Stream.of(
                        grown("heap in MiB", SoakSample::heap, 8),
                        grown("threads", SoakSample::threads, 4),
                        grown("memory of Redis in MiB", SoakSample::redis, 4),
                        grown("keys in Redis", SoakSample::keys, 1_000))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<String> grown(String what, ToDoubleFunction<SoakSample> figure, double slack) {
        int third = samples.size() / 3;
        double before = most(samples.subList(third, samples.size() - third), figure);
        double after = most(samples.subList(samples.size() - third, samples.size()), figure);
        return after > GROWTH * before + slack
                ? Optional.of(String.format(Locale.ROOT, "%s grew from %.1f to %.1f", what, before, after))
                : Optional.empty();
    }

    private static double most(List<SoakSample> part, ToDoubleFunction<SoakSample> figure) {
        return part.stream().mapToDouble(figure).max().orElseThrow();
    }
}
