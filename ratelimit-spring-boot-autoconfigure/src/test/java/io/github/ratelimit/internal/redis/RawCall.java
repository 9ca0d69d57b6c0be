package io.github.ratelimit.internal.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A call of the whole script, written by hand as the head of {@code decide.lua} says. */
final class RawCall {

    private final List<String> keys = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();
    private long notAfter;
    private int count;

    static RawCall of() {
        return new RawCall();
    }

    RawCall notAfter(long micros) {
        notAfter = micros;
        return this;
    }

    RawCall take(Check... checks) {
        return request("t", checks);
    }

    RawCall peek(Check... checks) {
        return request("p", checks);
    }

    RawCall refund(Check... checks) {
        return request("r", checks);
    }

    private RawCall request(String mode, Check... checks) {
        count++;
        requests.addAll(List.of(mode, String.valueOf(checks.length)));
        for (Check check : checks) {
            keys.addAll(check.keys());
            requests.addAll(check.arguments());
        }
        return this;
    }

    /** An argument that is none. */
    RawCall garbage() {
        count++;
        requests.addAll(List.of("t", "many"));
        return this;
    }

    List<String> keys() {
        return keys;
    }

    List<String> arguments() {
        List<String> all = new ArrayList<>(List.of(String.valueOf(notAfter), String.valueOf(count)));
        all.addAll(requests);
        return all;
    }

    /** One check. Options go in the order of their bits. */
    static final class Check {

        private final String algorithm;
        private final long cost;
        private final List<String> keys = new ArrayList<>();
        private final List<String> limits = new ArrayList<>();
        private final List<String> extras = new ArrayList<>();
        private int options;
        private String blockKey;

        private Check(String algorithm, long cost) {
            this.algorithm = algorithm;
            this.cost = cost;
        }

        static Check bucket(long cost) {
            return new Check("t", cost);
        }

        static Check window(long cost) {
            return new Check("f", cost);
        }

        static Check log(long cost) {
            return new Check("l", cost);
        }

        static Check of(String letter, long cost) {
            return new Check(letter, cost);
        }

        static Check unknown() {
            return new Check("?", 1);
        }

        Check limit(String key, long count, long period) {
            keys.add(key);
            limits.addAll(numbers(count, count, period));
            return this;
        }

        Check advisory() {
            return option(1);
        }

        Check takeUpTo(long permits, long part) {
            return option(2, permits, part);
        }

        Check calendar(long index, long start, long end, long nextEnd) {
            return option(4, index, start, end, nextEnd);
        }

        Check block(String key, Long... steps) {
            blockKey = key;
            option(8, steps.length);
            Arrays.stream(steps).forEach(step -> extras.add(step.toString()));
            return this;
        }

        Check alerts(Integer... levels) {
            option(16, levels.length);
            Arrays.stream(levels).forEach(level -> extras.add(level.toString()));
            return this;
        }

        Check chargedUntil(long micros) {
            return option(32, micros);
        }

        private Check option(int bit, long... values) {
            options += bit;
            extras.addAll(numbers(values));
            return this;
        }

        private static List<String> numbers(long... values) {
            return Arrays.stream(values).mapToObj(String::valueOf).toList();
        }

        private List<String> keys() {
            List<String> all = new ArrayList<>(keys);
            if (blockKey != null) {
                all.add(blockKey);
            }
            return all;
        }

        private List<String> arguments() {
            List<String> all = new ArrayList<>(List.of(
                    algorithm, String.valueOf(cost), String.valueOf(options), String.valueOf(limits.size() / 3)));
            all.addAll(limits);
            all.addAll(extras);
            return all;
        }
    }
}
