package io.github.ratelimit.internal.web;

import java.util.concurrent.TimeUnit;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@link WebApplication.Plain} for a process of its own, on a JDK that has virtual threads. */
final class VirtualThreadsApplication {

    private VirtualThreadsApplication() {}

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(WebApplication.Plain.class, Threads.class).run(arguments);
    }

    @RestController
    static class Threads {

        /** What runs the request. */
        @GetMapping("/thread")
        String thread() {
            return Thread.currentThread().toString();
        }

        /** Pins its thread, on every JDK so far. */
        @GetMapping("/a/pinned")
        String pinned() {
            return Pinned.DONE;
        }
    }

    /** Waits while it is initialized, which the JVM does on a native frame. */
    static final class Pinned {

        static final String DONE = done();

        private static String done() {
            try {
                TimeUnit.MILLISECONDS.sleep(
                        50); // a park may be over at once: a permit can be left from what came before
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
            return "done";
        }
    }
}
