package io.github.ratelimit.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How long applications take from the start of their JVM until they are ready, in milliseconds.
 *
 * @param bare medians of the application without this project
 * @param ours of the same application with it and one policy
 */
record StartTimes(double bare, double ours) {

    /** Starts both in turn. */
    static StartTimes measure(int redisPort, int times) throws IOException {
        List<Double> bare = new ArrayList<>();
        List<Double> ours = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            bare.add(millis(HttpWay.BARE, redisPort));
            ours.add(millis(HttpWay.OURS, redisPort));
        }
        System.out.println("starts in ms: without " + bare + ", with " + ours);
        return new StartTimes(Measurements.median(bare), Measurements.median(ours));
    }

    private static double millis(HttpWay way, int redisPort) throws IOException {
        try (HttpProcess application = HttpProcess.start(way, redisPort)) {
            return application.startMillis();
        }
    }

    double added() {
        return ours - bare;
    }
}
