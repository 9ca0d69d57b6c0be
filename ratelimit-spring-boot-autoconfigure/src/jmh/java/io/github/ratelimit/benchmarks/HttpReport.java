package io.github.ratelimit.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What was measured over HTTP, in Markdown; each figure is the median of the rounds, and a ratio that of the ratios within
 * them.
 *
 * @param aside how many decisions were made without Redis in all rounds
 */
record HttpReport(Map<HttpWay, List<LoadResult>> results, Map<HttpWay, Long> aside, StartTimes starts) {

    String text(String circumstances) {
        return String.join(
                "\n",
                circumstances + "\n",
                "| | requests a second | median | 99th percentile | to the bare application | passed | decided without Redis |\n|---|---|---|---|---|---|---|\n"
                        + HttpWay.compared().stream().map(this::row).collect(Collectors.joining()),
                String.format(
                        Locale.ROOT,
                        "An application is ready %.0f ms after the start of its JVM, if it asks Redis once after %.0f ms, with the starter after %.0f ms.%n",
                        starts.bare(),
                        starts.asked(),
                        starts.ours()),
                "| goal | wanted | measured | |\n|---|---|---|---|\n"
                        + goals().stream().map(Goal::row).collect(Collectors.joining()));
    }

    private List<Goal> goals() {
        return List.of(
                Goal.atLeast("requests/s, to the hand-written filter", 1.2, ratio(HttpWay.OURS, HttpWay.HAND_WRITTEN)),
                Goal.atLeast("requests/s, to Bucket4j's", 1.5, ratio(HttpWay.OURS, HttpWay.BUCKET4J)),
                Goal.atLeast(
                        "one key refused, to the bare application", 0.9, ratio(HttpWay.FLOOD_OF_ONE, HttpWay.BARE)),
                Goal.atLeast("all keys refused, to the bare application", 0.9, ratio(HttpWay.FLOOD, HttpWay.BARE)),
                Goal.atMost("ms that the starter adds to a start", 300, starts.added()));
    }

    private double ratio(HttpWay way, HttpWay to) {
        List<LoadResult> rounds = results.get(way);
        return Measurements.median(IntStream.range(0, rounds.size())
                .mapToObj(i -> rounds.get(i).rate() / results.get(to).get(i).rate())
                .toList());
    }

    private String row(HttpWay way) {
        return String.format(
                Locale.ROOT,
                "| %s | %.0f | %.2f ms | %.2f ms | %.2f | %.1f %% | %.2f %% |%n",
                way.title(),
                median(way, LoadResult::rate),
                median(way, LoadResult::median) / 1_000,
                median(way, LoadResult::tail) / 1_000,
                ratio(way, HttpWay.BARE),
                100 * passed(way) / answers(way),
                100.0 * aside.get(way) / answers(way));
    }

    private double median(HttpWay way, ToDoubleFunction<LoadResult> figure) {
        return Measurements.median(
                results.get(way).stream().map(figure::applyAsDouble).toList());
    }

    private double passed(HttpWay way) {
        return results.get(way).stream().mapToLong(LoadResult::ok).sum();
    }

    private double answers(HttpWay way) {
        return results.get(way).stream()
                .mapToLong(result -> result.ok() + result.refused())
                .sum();
    }
}
