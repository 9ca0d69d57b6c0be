package io.github.ratelimit.testing;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** The machine that this runs on. */
public final class Machine {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private Machine() {}

    /** What it is, and how busy before anything is measured. */
    public static String now() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        double load = system.getSystemLoadAverage();
        String busy = load < 0 ? "" : String.format(Locale.ROOT, ", load average %.1f before the run", load);
        return name() + ", " + system.getAvailableProcessors() + " processors" + busy;
    }

    /** System and architecture, and the processor where Linux tells it. */
    private static String name() {
        String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> system + ", "
                            + line.substring(line.indexOf(':') + 1).trim())
                    .orElse(system);
        } catch (IOException notLinux) {
            return system;
        }
    }
}
