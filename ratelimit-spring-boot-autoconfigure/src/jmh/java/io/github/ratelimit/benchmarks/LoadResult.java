package io.github.ratelimit.benchmarks;

import java.util.Locale;

/**
 * What came of a load.
 *
 * @param ok answers with a status below 400
 * @param refused answers with 429
 * @param failed any other answer; from wrk, failures of connections too
 * @param seconds how long it lasted
 * @param median µs from a request to its answer
 * @param tail the 99th percentile of that, in µs
 */
record LoadResult(long ok, long refused, long failed, double seconds, double median, double tail) {

    private static final String MARK = "load-result ";

    /** Requests a second. */
    double rate() {
        return (ok + refused + failed) / seconds;
    }

    /** What a process prints for {@link #find}. */
    String line() {
        return String.format(Locale.ROOT, MARK + "%d %d %d %.3f %.1f %.1f", ok, refused, failed, seconds, median, tail);
    }

    /** The line in all that a process printed. */
    static LoadResult find(String output) {
        String line = output.lines()
                .filter(each -> each.startsWith(MARK))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no result in: " + output));
        String[] fields = line.substring(MARK.length()).split(" ");
        return new LoadResult(
                Long.parseLong(fields[0]),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[2]),
                Double.parseDouble(fields[3]),
                Double.parseDouble(fields[4]),
                Double.parseDouble(fields[5]));
    }
}
