package io.github.ratelimit.testing;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What the calls of a {@link Load} came to, in the order of their answers. Moments are those of
 * {@link System#nanoTime()}.
 */
public record Calls(List<Call> all) {

    /** The label of a call that was still waiting when the load ended. */
    public static final String UNANSWERED = "unanswered";

    /** Puts them in order. */
    public Calls {
        all = all.stream().sorted(Comparator.comparingLong(Call::endNanos)).toList();
    }

    /** One call: when it began, when it was answered, and with what. */
    public record Call(long beginNanos, long endNanos, String label) {

        /** How long the caller waited. */
        public Duration took() {
            return Duration.ofNanos(endNanos - beginNanos);
        }
    }

    /** Those for which this holds. */
    public Calls which(Predicate<Call> condition) {
        return new Calls(all.stream().filter(condition).toList());
    }

    /** Those that began at or after one moment and before another. */
    public Calls begunIn(long fromNanos, long toNanos) {
        return which(call -> call.beginNanos() - fromNanos >= 0 && call.beginNanos() - toNanos < 0);
    }

    /** Those that were answered at or after one moment and before another. */
    public Calls answeredIn(long fromNanos, long toNanos) {
        return which(call -> call.endNanos() - fromNanos >= 0 && call.endNanos() - toNanos < 0);
    }

    /** The longest wait; zero without calls. */
    public Duration worst() {
        return all.stream().map(Call::took).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    /** The wait that half of them do not exceed; zero without calls. */
    public Duration median() {
        return all.stream()
                .map(Call::took)
                .sorted()
                .skip((all.size() - 1L) / 2)
                .findFirst()
                .orElse(Duration.ZERO);
    }

    /** How many there are of each label. */
    public Map<String, Long> labels() {
        return all.stream().collect(Collectors.groupingBy(Call::label, TreeMap::new, Collectors.counting()));
    }

    /** The index of the first of so many calls in a row for which this holds; -1 if there is no such run. */
    public int firstRun(int length, Predicate<Call> condition) {
        int run = 0;
        for (int i = 0; i < all.size(); i++) {
            run = condition.test(all.get(i)) ? run + 1 : 0;
            if (run == length) {
                return i - length + 1;
            }
        }
        return -1;
    }
}
