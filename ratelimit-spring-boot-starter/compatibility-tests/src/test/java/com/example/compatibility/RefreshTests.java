package com.example.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.endpoint.event.RefreshEvent;

/** A limit in a file that changes while the application runs, and Spring Cloud's word that it has changed. */
@ExtendWith(OutputCaptureExtension.class)
class RefreshTests {

    private final AtomicInteger users = new AtomicInteger();

    @TempDir
    private Path directory;

    @Test
    void newLimitHoldsAndAWrongOneDoesNot(CapturedOutput output) throws IOException {
        limit("1/1h");
        try (Redis redis = new Redis();
                RunningShop shop =
                        RunningShop.start(redis, "spring.config.additional-location=file:" + directory + "/")) {
            assertThat(order(shop)).isEqualTo(200);
            assertThat(order(shop)).isEqualTo(429);

            limit("3/1h");
            refresh(shop);

            assertThat(order(shop)).isEqualTo(200);

            limit("many");
            refresh(shop);

            assertThat(output)
                    .contains("The changed configuration is wrong, so the one before stays in force: "
                            + "ratelimit.policies.refreshed.limit = 'many'");
            assertThat(order(shop)).isEqualTo(200);
            assertThat(order(shop)).isEqualTo(429);
        }
    }

    private void limit(String limit) throws IOException {
        Files.writeString(
                directory.resolve("application.yml"),
                "ratelimit.policies.refreshed: {paths: /orders, key: global, limit: " + limit + "}");
    }

    private void refresh(RunningShop shop) {
        shop.context().publishEvent(new RefreshEvent(this, null, "the file has changed"));
    }

    /** By somebody new each time, so that no other limit is met. */
    private int order(RunningShop shop) {
        return shop.get("/orders?user=u" + users.incrementAndGet()).statusCode();
    }
}
