package io.github.ratelimit.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/** Where virtual threads kept their carriers while they waited, as a flight recording of another JVM tells. */
public record PinnedThreads(List<List<String>> stacks) {

    private static final String EVENT = "jdk.VirtualThreadPinned";
    private static final String OURS = "io.github.ratelimit.";
    private static final String CONTAINER = "org.apache.catalina.";
    private static final String CLASS_LOADING = "java.lang.ClassLoader.loadClass";

    /** What makes a JVM record them, however short the wait, and write the recording when it ends. */
    public static Stream<String> options(Path recording) {
        return Stream.of(
                "-XX:FlightRecorderOptions=stackdepth=256",
                "-XX:StartFlightRecording=settings=none,dumponexit=true,filename=" + recording + ",+" + EVENT
                        + "#enabled=true,+" + EVENT + "#threshold=0ms,+" + EVENT + "#stackTrace=true");
    }

    /** Reads what was recorded. */
    public static PinnedThreads in(Path recording) {
        try {
            return new PinnedThreads(RecordingFile.readAllEvents(recording).stream()
                    .filter(event -> event.getEventType().getName().equals(EVENT))
                    .map(PinnedThreads::stack)
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> stack(RecordedEvent event) {
        RecordedStackTrace trace = event.getStackTrace();
        return trace == null
                ? List.of("unknown")
                : trace.getFrames().stream()
                        .map(frame -> text(frame.getMethod()))
                        .toList();
    }

    private static String text(RecordedMethod method) {
        return method.getType().getName() + "." + method.getName();
    }

    /**
     * Those that waited in our code or in what it called; not in another filter or handler that we let the request through
     * to, nor for the JVM to load or initialize a class, which it does once.
     */
    public List<List<String>> byUs() {
        return stacks.stream().filter(stack -> waits(stack) && isOurs(stack)).toList();
    }

    /** What waits for the JVM itself has no method that waits on top: it is within whatever uses the class first. */
    private static boolean waits(List<String> stack) {
        return stack.get(0).startsWith("java.lang.VirtualThread.")
                || stack.get(0).startsWith("java.lang.Object.wait");
    }

    private static boolean isOurs(List<String> stack) {
        List<String> above = stack.stream()
                .takeWhile(frame -> !frame.startsWith(OURS) && !frame.startsWith(CONTAINER))
                .toList();
        return above.size() < stack.size()
                && stack.get(above.size()).startsWith(OURS)
                && !above.contains(CLASS_LOADING);
    }
}
