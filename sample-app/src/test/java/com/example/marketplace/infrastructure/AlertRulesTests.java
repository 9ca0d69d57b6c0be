package com.example.marketplace.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The alert rules of the documentation, read by Prometheus's own tool where it is installed. */
class AlertRulesTests {

    private static Optional<String> promtool() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> new File(folder, "promtool"))
                .filter(File::canExecute)
                .map(File::getPath)
                .findFirst();
    }

    @Test
    void areValid() throws IOException, InterruptedException {
        Optional<String> promtool = promtool();
        assumeThat(promtool).as("promtool on the PATH").isPresent();

        Process check = new ProcessBuilder(promtool.get(), "check", "rules", "../docs/operations/alerts.yml")
                .redirectErrorStream(true)
                .start();
        String output = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(check.waitFor()).as(output).isZero();
        assertThat(output).contains("SUCCESS");
    }
}
