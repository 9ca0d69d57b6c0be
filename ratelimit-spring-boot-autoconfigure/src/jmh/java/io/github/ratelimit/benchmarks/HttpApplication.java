package io.github.ratelimit.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * A small web application on Tomcat, limited in one way or not at all. It knows nothing of this project, which most of
 * its class paths do not have. Ends when its input does, as with its parent.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@RestController
public class HttpApplication {

    static final String API_KEY = "X-Api-Key";

    /** What is printed before the milliseconds from the start of the JVM until all is up. */
    static final String READY = "ready after ";

    /** Where {@link ProcessFigures} are asked for, after a full collection; never limited. */
    static final String FIGURES = "/figures";

    /** The name of an {@link HttpWay}, then settings. */
    public static void main(String[] args) throws IOException {
        HttpWay way = HttpWay.valueOf(args[0]);
        new SpringApplicationBuilder(HttpApplication.class, way.configuration())
                .run(Arrays.copyOfRange(args, 1, args.length));
        System.out.println(READY + ManagementFactory.getRuntimeMXBean().getUptime());
        while (System.in.read() >= 0) {
            // nothing is said to it
        }
        Runtime.getRuntime().halt(0);
    }

    /** What is answered. */
    record Item(String name, int quantity) {}

    @GetMapping("/items/{name}")
    Item item(@PathVariable String name) {
        return new Item(name, 42);
    }

    @GetMapping(FIGURES)
    String figures() {
        return ProcessFigures.now().line();
    }
}
