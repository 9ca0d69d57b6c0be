package io.github.ratelimit.scale;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What was measured, and what follows from it, in Markdown.
 *
 * @param circumstances the machine and versions
 * @param memory of each state
 * @param active of all active accounts
 * @param loads the cheapest and the dearest check of many accounts among them
 */
record Tables(String circumstances, List<Memory> memory, Memory active, List<Load> loads) {

    private static final List<Integer> TIMES = List.of(1, 10, 100);
    private static final List<Traffic> TRAFFIC =
            TIMES.stream().map(Traffic::new).toList();

    String text() {
        return String.join(
                "\n",
                circumstances + "\n",
                "**Memory** (measured)\n",
                "| | accounts | keys an account | `MEMORY USAGE` | all of Redis's memory | accounts a GB |\n"
                        + "|---|---|---|---|---|---|\n"
                        + memory.stream()
                                .map(each -> memory(each, each.state().accounts()))
                                .collect(Collectors.joining())
                        + memory(active, Scale.MANY),
                "**Checks** (measured)\n",
                "| | callers | checks a second here | checks a call | CPU of Redis a check | checks a second and core of Redis |\n"
                        + "|---|---|---|---|---|---|\n"
                        + loads.stream().map(Tables::load).collect(Collectors.joining()),
                "**1, 10 and 100 times** (computed from the above; the spread over the primaries simulated)\n",
                "| | " + row("× %,d") + "|---|---|---|---|\n" + computed());
    }

    private static String row(String format) {
        return TIMES.stream()
                        .map(times -> String.format(Locale.ROOT, format, times))
                        .collect(Collectors.joining(" | "))
                + " |\n";
    }

    private static String memory(Memory memory, int accounts) {
        return String.format(
                Locale.ROOT,
                "| %s | %,d | %.0f | %.0f bytes | %.0f bytes | %s |%n",
                memory.state().title(),
                accounts,
                memory.keys(),
                memory.named(),
                memory.all(),
                millions(memory.perGigabyte()));
    }

    private static String millions(double accounts) {
        return accounts < 1e6
                ? String.format(Locale.ROOT, "%.0f thousand", accounts / 1e3)
                : String.format(Locale.ROOT, "%.1f million", accounts / 1e6);
    }

    private static String load(Load load) {
        boolean remembered = load.perCall() > load.callers();
        return String.format(
                Locale.ROOT,
                "| %s | %d | %,.0f | %s | %s | %s |%n",
                load.title(),
                load.callers(),
                load.perSecond(),
                remembered
                        ? String.format(Locale.ROOT, "%.1f calls a second", load.calls() / load.seconds())
                        : String.format(Locale.ROOT, "%.1f", load.perCall()),
                remembered ? "" : String.format(Locale.ROOT, "%.1f µs", load.cpuPerCheck()),
                remembered ? "" : String.format(Locale.ROOT, "%,.0f", load.perCore()));
    }

    private String computed() {
        Load alone = loads.get(0);
        Load gathered = loads.stream()
                .filter(load -> load.title().equals(alone.title()))
                .reduce((first, second) -> second)
                .orElseThrow();
        Memory bucket = memory.get(0);
        return line("accounts", traffic -> number(5.0 * traffic.active()))
                + line("of them active", traffic -> number(traffic.active()))
                + line("checks a second", traffic -> number(traffic.checks()))
                + line("memory, one token bucket each", traffic -> megabytes(bucket, traffic))
                + line("cores of Redis, each check alone", traffic -> cores(alone, traffic))
                + line("cores of Redis, checks gathered", traffic -> cores(gathered, traffic))
                + line("primaries at half a core, alone", traffic -> primaries(alone, traffic))
                + line("primaries at half a core, gathered", traffic -> primaries(gathered, traffic));
    }

    private interface Cell {
        String of(Traffic traffic);
    }

    private static String line(String title, Cell cell) {
        return "| " + title + " | " + TRAFFIC.stream().map(cell::of).collect(Collectors.joining(" | ")) + " |\n";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String megabytes(Memory memory, Traffic traffic) {
        return String.format(Locale.ROOT, "%,.1f MB", memory.all() * traffic.active() / 1e6);
    }

    private static String cores(Load load, Traffic traffic) {
        return String.format(Locale.ROOT, "%,.1f", traffic.checks() / load.perCore());
    }

    private static String primaries(Load load, Traffic traffic) {
        int primaries = traffic.primaries(load.perCore() / 2);
        double uneven = traffic.busiest(primaries) * primaries / traffic.checks();
        return String.format(Locale.ROOT, "%,d (the busiest has %.2f times the mean)", primaries, uneven);
    }
}
