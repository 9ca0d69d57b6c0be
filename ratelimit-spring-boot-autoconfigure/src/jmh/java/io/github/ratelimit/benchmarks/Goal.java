package io.github.ratelimit.benchmarks;

import static io.github.ratelimit.benchmarks.Way.BUCKET4J;
import static io.github.ratelimit.benchmarks.Way.INCR;
import static io.github.ratelimit.benchmarks.Way.OURS;
import static io.github.ratelimit.benchmarks.Way.SCRIPT;

import io.github.ratelimit.benchmarks.Measurements.Figure;
import java.util.List;
import java.util.Locale;

/**
 * What this project wants to reach, mostly as a ratio of two figures of one run.
 *
 * @param title what is compared
 * @param bound the least that is wanted, or the most
 * @param atLeast whether the bound is the least
 * @param measured what came out
 */
record Goal(String title, double bound, boolean atLeast, double measured) {

    private static final int MANY = 32;

    static List<Goal> of(Measurements run) {
        double rate = run.of(OURS, MANY, Figure.RATE);
        double floor = run.of(INCR, MANY, Figure.RATE);
        return List.of(
                atLeast("checks/s, 32 callers, to bare INCR", 1.15, rate / floor),
                atLeast("checks/s, 32 callers, to Bucket4j", 2.3, rate / run.of(BUCKET4J, MANY, Figure.RATE)),
                atLeast(
                        "checks/s, 128 callers, to bare INCR",
                        1.5,
                        run.of(OURS, 128, Figure.RATE) / run.of(INCR, 128, Figure.RATE)),
                atMost(
                        "median, 1 caller, to bare INCR",
                        1.2,
                        run.of(OURS, 1, Figure.MEDIAN) / run.of(INCR, 1, Figure.MEDIAN)),
                atMost(
                        "median, 1 caller, of four checks to one",
                        1.3,
                        run.of("fourChecks", 1, Figure.MEDIAN) / run.of(OURS, 1, Figure.MEDIAN)),
                atLeast(
                        "checks/s in decisions of four, 32 callers, to bare INCR",
                        2,
                        4 * run.of("fourChecks", MANY, Figure.RATE) / floor),
                atLeast(
                        "checks/s of one hot key with a lease of 50, 32 callers, to the same without",
                        5,
                        run.of("hotKeyLeased", MANY, Figure.RATE) / run.of("hotKey", MANY, Figure.RATE)),
                atMost(
                        "CPU of Redis for a check, 32 callers, to the hand-written script",
                        0.75,
                        run.of(OURS, MANY, Figure.REDIS) / run.of(SCRIPT, MANY, Figure.REDIS)),
                atLeast("million refusals/s from memory, 1 caller", 5, run.of("refused", 1, Figure.RATE) / 1e6),
                atMost(
                        "KiB allocated for a check, beyond a bare INCR's, 32 callers",
                        1,
                        (run.of(OURS, MANY, Figure.BYTES) - run.of(INCR, MANY, Figure.BYTES)) / 1024));
    }

    static Goal atLeast(String title, double bound, double measured) {
        return new Goal(title, bound, true, measured);
    }

    static Goal atMost(String title, double bound, double measured) {
        return new Goal(title, bound, false, measured);
    }

    private boolean isMet() {
        return atLeast ? measured >= bound : measured <= bound;
    }

    /** A row of a table. */
    String row() {
        return String.format(
                Locale.ROOT,
                "| %s | %s %s | %.2f | %s |%n",
                title,
                atLeast ? "≥" : "≤",
                bound,
                measured,
                isMet() ? "met" : "**missed**");
    }
}
