package io.github.ratelimit.benchmarks;

import io.github.ratelimit.benchmarks.Measurements.Figure;
import java.util.Locale;

/** Checks a second as bars: a group for each number of callers, a bar for each way. */
record Chart(Measurements run) {

    private static final int LEFT = 110;
    private static final int WIDTH = 560;
    private static final int BAR = 16;
    private static final int GAP = 24;
    private static final int LEGEND = 20;
    private static final String[] COLORS = {"#2e7d32", "#9e9e9e", "#1565c0", "#ef6c00", "#6a1b9a"};

    String svg() {
        Way[] ways = Way.values();
        int top = ways.length * LEGEND + GAP;
        int group = ways.length * BAR + GAP;
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">%n"
                        + "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
                LEFT + WIDTH + 90,
                top + BenchmarkRun.CALLERS.size() * group));
        for (int i = 0; i < ways.length; i++) {
            svg.append(bar(GAP, GAP / 2 + i * LEGEND, BAR, COLORS[i]));
            svg.append(text(GAP + 2 * BAR, GAP / 2 + i * LEGEND, ways[i].title()));
        }
        for (int g = 0; g < BenchmarkRun.CALLERS.size(); g++) {
            int callers = BenchmarkRun.CALLERS.get(g);
            svg.append(text(GAP, top + g * group, callers == 1 ? "1 caller" : callers + " callers"));
            for (int i = 0; i < ways.length; i++) {
                double rate = run.of(ways[i], callers, Figure.RATE);
                int length = (int) Math.round(rate / highest() * WIDTH);
                int y = top + g * group + i * BAR;
                svg.append(bar(LEFT, y, length, COLORS[i]));
                svg.append(text(LEFT + length + 6, y, String.format(Locale.ROOT, "%.1f k/s", rate / 1_000)));
            }
        }
        return svg.append("</svg>\n").toString();
    }

    private double highest() {
        double highest = 0;
        for (int callers : BenchmarkRun.CALLERS) {
            for (Way way : Way.values()) {
                highest = Math.max(highest, run.of(way, callers, Figure.RATE));
            }
        }
        return highest;
    }

    private static String bar(int x, int y, int length, String color) {
        return String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>%n",
                x,
                y,
                length,
                BAR - 2,
                color);
    }

    private static String text(int x, int y, String text) {
        return String.format(Locale.ROOT, "<text x=\"%d\" y=\"%d\">%s</text>%n", x, y + BAR - 5, text);
    }
}
