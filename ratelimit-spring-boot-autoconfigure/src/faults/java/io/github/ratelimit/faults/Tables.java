package io.github.ratelimit.faults;

import io.github.ratelimit.testing.Calls;
import io.github.ratelimit.testing.Fault;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was measured, in Markdown. */
record Tables(String circumstances, List<Measured> measured) {

    String text() {
        return Stream.of(
                        Stream.of(machine()),
                        measured.stream().map(each -> each.contender() == Contender.OURS ? ours(each) : peer(each)),
                        Stream.of(figures()))
                .flatMap(part -> part)
                .collect(Collectors.joining("\n"));
    }

    private String machine() {
        return "%s; %s. %d callers, %d ms between a caller's calls.%n"
                .formatted(circumstances, LocalDate.now(ZoneOffset.UTC), FaultRun.CALLERS, FaultRun.PAUSE.toMillis());
    }

    private static String ours(Measured measured) {
        String rows = measured.outcomes().stream()
                .map(outcome -> row(
                        title(outcome.fault()),
                        worstBeforeOpening(outcome),
                        outcome.opening() == null
                                ? "not opened, median " + time(outcome.during().median())
                                : medianAndWorst(outcome.afterOpening()),
                        timeToReturn(outcome),
                        answers(measured.contender(), outcome.during()),
                        Long.toString(outcome.overcharged())))
                .collect(Collectors.joining());
        return heading(measured)
                + row(
                        "fault",
                        "worst wait before opening",
                        "median and worst after",
                        "time to return",
                        "answers during the fault",
                        "permits for calls given up")
                + "|---|---|---|---|---|---|\n"
                + rows;
    }

    private static String peer(Measured measured) {
        String rows = measured.outcomes().stream()
                .map(outcome -> row(
                        title(outcome.fault()),
                        worst(outcome.during()),
                        time(outcome.during().median()),
                        timeToReturn(outcome),
                        answers(measured.contender(), outcome.during())))
                .collect(Collectors.joining());
        return heading(measured)
                + row("fault", "worst wait", "median", "time to return", "answers to calls of the fault")
                + "|---|---|---|---|---|\n"
                + rows;
    }

    private static String heading(Measured measured) {
        return "**%s** (undisturbed: median and worst %s)%n%n"
                .formatted(measured.contender().title(), medianAndWorst(measured.undisturbed()));
    }

    private String figures() {
        return row("", "threads before", "after", "heap before", "after")
                + "|---|---|---|---|---|\n"
                + measured.stream()
                        .map(each -> row(
                                each.contender().title(),
                                Integer.toString(each.before().threads()),
                                Integer.toString(each.after().threads()),
                                megabytes(each.before()),
                                megabytes(each.after())))
                        .collect(Collectors.joining());
    }

    private static String answers(Contender contender, Calls calls) {
        if (contender.paths().size() == 1) {
            return counts(calls);
        }
        return calls.all().stream()
                .map(call -> Label.path(call.label()))
                .distinct()
                .sorted(Comparator.comparingInt(contender.paths()::indexOf))
                .map(path -> path + ": "
                        + counts(calls.which(call -> Label.path(call.label()).equals(path))))
                .collect(Collectors.joining("<br>"));
    }

    private static String counts(Calls calls) {
        return calls.labels().entrySet().stream()
                .map(count -> count.getValue() + " × " + Label.answer(count.getKey()))
                .collect(Collectors.joining(", "));
    }

    /** Of a call that was given up, only a lower bound is known. */
    private static String worst(Calls calls) {
        return (calls.labels().containsKey(Calls.UNANSWERED) ? "over " : "") + time(calls.worst());
    }

    private static String worstBeforeOpening(Outcome outcome) {
        Calls before = outcome.beforeOpening();
        return before.all().isEmpty() ? "nobody waited" : worst(before);
    }

    private static String timeToReturn(Outcome outcome) {
        Duration time = outcome.timeToReturn();
        return time == null ? "not within " + FaultRun.PATIENCE.toSeconds() + " s" : time(time);
    }

    private static String title(Fault fault) {
        return "%s, %d s".formatted(fault, (fault == Fault.FROZEN ? FaultRun.FREEZE : FaultRun.FAULT).toSeconds());
    }

    private static String medianAndWorst(Calls calls) {
        return time(calls.median()) + ", " + worst(calls);
    }

    private static String time(Duration time) {
        double millis = time.toNanos() / 1e6;
        if (millis >= 1_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1_000);
        }
        return String.format(Locale.ROOT, 0 < millis && millis < 10 ? "%.1f ms" : "%.0f ms", millis);
    }

    private static String megabytes(Figures figures) {
        return String.format(Locale.ROOT, "%.1f MB", figures.heapKiB() / 1024.0);
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
