package com.example.marketplace.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.marketplace.testing.MarketplaceTest;
import com.example.marketplace.testing.Visitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;

/** What the operator's Prometheus gets after some of everything. */
@MarketplaceTest
class MetricsTests {

    private static final String PHONE = "9841777001";

    @LocalServerPort
    private int port;

    private String scraped;

    @BeforeEach
    void useAndScrape() {
        Visitor visitor = Visitor.of(port);
        visitor.loggedIn("ben", "ben-demo").get("/api/search?q=tea");
        for (int i = 0; i < 5; i++) {
            visitor.post("/otp", "phone", PHONE);
        }
        visitor.post("/login", "username", "ana", "password", "wrong");
        visitor.with("X-Api-Key", "demo-pro").get("/partner/orders");
        scraped = visitor.loggedIn("ops", "ops-demo")
                .get("/actuator/prometheus")
                .hasStatus(200)
                .body();
    }

    private List<String> ours() {
        return scraped.lines().filter(line -> line.startsWith("ratelimit_")).toList();
    }

    @Test
    void everyMetricIsNamed() {
        assertThat(scraped)
                .contains("\nratelimit_decisions_total{")
                .contains("\nratelimit_store_calls_seconds_count{outcome=\"answered\"}")
                .contains("\nratelimit_store_batch_count")
                .contains("\nratelimit_breaker_state{state=\"closed\"} 1.0")
                .contains("\nratelimit_usage{policy=\"otp-budget\"}")
                .contains("\nratelimit_local_keys");
    }

    @Test
    void everyMetricIsDescribed() {
        assertThat(ours()).allSatisfy(line -> {
            String name = line.split("[{ ]")[0].replaceFirst("_(count|sum)$", "");
            assertThat(scraped).containsPattern("# HELP " + name + " \\w+");
        });
    }

    @Test
    void outcomesAreToldApart() {
        assertThat(ours())
                .anyMatch(line -> line.contains("policy=\"search\"") && line.contains("outcome=\"allowed\""))
                .anyMatch(line -> line.contains("policy=\"otp-phone\"") && line.contains("outcome=\"refused\""))
                .anyMatch(line -> line.contains("policy=\"otp-budget\"") && line.contains("outcome=\"other\""))
                .anyMatch(line -> line.contains("policy=\"partner\"")
                        && line.contains("plan=\"pro\"")
                        && line.contains("basis=\"store\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dashboard.json", "alerts.yml"})
    void everyMetricOfTheDocumentationExists(String file) throws IOException {
        String text = Files.readString(Path.of("../docs/operations", file));
        List<String> used = Pattern.compile("\\bratelimit_[a-z_]+")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();

        assertThat(used)
                .hasSizeGreaterThan(4)
                .allSatisfy(name -> assertThat(scraped).containsPattern("\n" + name + "[{ ]"));
    }

    @Test
    void nobodyIsNamed() {
        assertThat(scraped).doesNotContain(PHONE, "198.18.", "demo-pro", "=\"ana\"", "=\"ben\"");
        assertThat(String.join("\n", ours())).doesNotContain("127.0.0.1", "ana", "ben", "global");
    }
}
