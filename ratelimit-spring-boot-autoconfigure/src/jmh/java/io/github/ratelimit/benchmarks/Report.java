package io.github.ratelimit.benchmarks;

import io.github.ratelimit.benchmarks.Measurements.Figure;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** What was measured, in Markdown. */
record Report(Measurements run) {

    private static final String CALLERS = "| | 1 caller | 32 callers | 128 callers |\n|---|---|---|---|\n";

    String text(String circumstances) {
        return String.join(
                "\n",
                circumstances + "\n",
                "![checks a second](benchmarks/checks.svg)\n",
                "**Checks a second, a thousand** (one check a decision)\n",
                CALLERS + rows(this::rate),
                "**How long a check takes** (median and 99th percentile)\n",
                CALLERS + rows(this::times),
                "**What a check costs** (32 callers)\n",
                costs(),
                "**Four checks in one decision, one hot key, and refusals**\n",
                ours(),
                "**Goals**\n",
                "| | wanted | measured | |\n|---|---|---|---|\n"
                        + Goal.of(run).stream().map(Goal::row).collect(Collectors.joining()));
    }

    private interface Cell {
        String of(Way way, int callers);
    }

    private static String rows(Cell cell) {
        return Arrays.stream(Way.values())
                .map(way -> row(way.title(), callers -> cell.of(way, callers)))
                .collect(Collectors.joining());
    }

    private static String row(String title, IntFunction<String> cell) {
        return "| " + title + " | "
                + BenchmarkRun.CALLERS.stream().map(cell::apply).collect(Collectors.joining(" | ")) + " |\n";
    }

    private String rate(Way way, int callers) {
        return number("%.1f", run.of(way, callers, Figure.RATE) / 1_000);
    }

    private String times(Way way, int callers) {
        return number("%.0f µs", run.of(way, callers, Figure.MEDIAN)) + ", "
                + number("%.0f µs", run.of(way, callers, Figure.TAIL));
    }

    private String costs() {
        return "| | CPU of Redis | allocated in the process |\n|---|---|---|\n"
                + Arrays.stream(Way.values())
                        .map(way -> "| " + way.title() + " | "
                                + number("%.1f µs", run.of(way, 32, Figure.REDIS)) + " | "
                                + number("%.0f bytes", run.of(way, 32, Figure.BYTES)) + " |\n")
                        .collect(Collectors.joining());
    }

    private String ours() {
        return "| | a second | median, 99th percentile | CPU of Redis | allocated |\n|---|---|---|---|---|\n"
                + row("four checks, 1 caller", "decisions", "fourChecks", 1)
                + row("four checks, 32 callers", "decisions", "fourChecks", 32)
                + row("one hot key, 32 callers", "checks", "hotKey", 32)
                + row("one hot key with a lease of 50, 32 callers", "checks", "hotKeyLeased", 32)
                + "| a refused key, 1 caller | "
                + number("%.2f million", run.of("refused", 1, Figure.RATE) / 1e6) + " | | | "
                + number("%.0f bytes", run.of("refused", 1, Figure.BYTES)) + " |\n";
    }

    private String row(String title, String unit, String benchmark, int callers) {
        return "| " + title + " | "
                + number("%.1f thousand " + unit, run.of(benchmark, callers, Figure.RATE) / 1_000) + " | "
                + number("%.0f µs", run.of(benchmark, callers, Figure.MEDIAN)) + ", "
                + number("%.0f µs", run.of(benchmark, callers, Figure.TAIL)) + " | "
                + number("%.1f µs", run.of(benchmark, callers, Figure.REDIS)) + " | "
                + number("%.0f bytes", run.of(benchmark, callers, Figure.BYTES)) + " |\n";
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
