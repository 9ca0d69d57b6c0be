package io.github.ratelimit.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How long applications take from the start of their JVM until they are ready, in milliseconds.
 *
 * @param bare medians of the application without this project
 * @param asked of the same application when it asks Redis once, by a script through Spring's template, before it is ready
 * @param ours of the same application with this project and one policy
 */
record StartTimes(double bare, double asked, double ours) {

    /** Starts all in turn. */
    static StartTimes measure(int redisPort, int times) throws IOException {
        List<Double> bare = new ArrayList<>();
        List<Double> asked = new ArrayList<>();
        List<Double> ours = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            bare.add(millis(HttpWay.BARE, redisPort));
            asked.add(millis(HttpWay.ASKED_AT_START, redisPort));
            ours.add(millis(HttpWay.OURS, redisPort));
        }
        System.out.println("starts in ms: without " + bare + ", asking Redis " + asked + ", with " + ours);
        return new StartTimes(Measurements.median(bare), Measurements.median(asked), Measurements.median(ours));
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
