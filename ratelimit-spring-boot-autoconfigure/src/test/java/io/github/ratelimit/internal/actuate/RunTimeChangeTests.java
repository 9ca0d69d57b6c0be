package io.github.ratelimit.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicyChangedEvent;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Changes by the endpoint, on instances that share a Redis. */
@ExtendWith(OutputCaptureExtension.class)
class RunTimeChangeTests {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final String prefix = "ratelimit.key-prefix=changes:" + UUID.randomUUID();
    private final List<RunningApplication> applications = new ArrayList<>();

    @AfterEach
    void stop() {
        applications.forEach(RunningApplication::close);
    }

    private RunningApplication instance(String... more) {
        RunningApplication application = EndpointApplication.start(
                Stream.concat(Stream.of(prefix), Stream.of(more)).toArray(String[]::new));
        applications.add(application);
        return application;
    }

    private static void awaitShown(RunningApplication application, String policy, String text) {
        await().atMost(LONG)
                .until(() -> EndpointApplication.operator(application)
                        .get("/" + policy)
                        .contains(text));
    }

    private static List<RateLimitPolicyChangedEvent> events(RunningApplication application) {
        return application.context().getBean(EndpointApplication.class).events;
    }

    @Test
    void holdOnAllInstancesKeepWhatWasUsedAndAreTakenBack() {
        RunningApplication one = instance();
        RunningApplication two = instance();
        for (int i = 0; i < 5; i++) {
            EndpointApplication.call(two, "ana");
        }
        assertThat(EndpointApplication.call(two, "ana")).isEqualTo("429 0");

        assertThat(EndpointApplication.operator(one).post("/api", "{\"limit\":\"20/1h\"}"))
                .startsWith("200 {\"limit\":\"20/1h\",")
                .contains("\"changed\":{\"values\":{\"limit\":\"20/1h\"},\"by\":\"ops\",\"at\":\"2");
        assertThat(EndpointApplication.call(one, "ana")).as("at once").isEqualTo("200 14");
        awaitShown(two, "api", "\"limit\":\"20/1h\"");
        assertThat(EndpointApplication.call(two, "ana"))
                .as("what was used stays used")
                .isEqualTo("200 13");

        assertThat(EndpointApplication.operator(two).delete("/api"))
                .startsWith("200 {\"limit\":\"5/1h\"")
                .doesNotContain("changed");
        awaitShown(one, "api", "\"limit\":\"5/1h\"");
        assertThat(EndpointApplication.call(one, "ana")).isEqualTo("429 0");
    }

    @Test
    void areWrittenForAllRegions() {
        RunningApplication half = instance("ratelimit.region-share=0.5");

        assertThat(EndpointApplication.operator(half).post("/api", "{\"limit\":\"20/1h\"}"))
                .startsWith("200 {\"limit\":\"20/1h\",\"algorithm\":\"token-bucket\",\"regionShare\":\"0.5\",");
        assertThat(EndpointApplication.call(half, "ana")).isEqualTo("200 9");
    }

    @Test
    void surviveARestart() {
        EndpointApplication.operator(instance()).post("/api", "{\"limit\":\"20/1h\",\"enforce\":false}");
        stop();
        applications.clear();

        RunningApplication again = instance();
        assertThat(EndpointApplication.operator(again).get("/api"))
                .contains("\"limit\":\"20/1h\"", "\"enforce\":false");
    }

    @Test
    void addUpAndTouchWhatTheyNameOnly() {
        Operator operator = EndpointApplication.operator(instance());

        operator.post("/partner", "{\"plan\":\"pro\",\"limit\":\"200/1h\"}");
        operator.post("/partner", "{\"enforce\":false}");
        assertThat(operator.post("/partner", "{\"onStoreFailure\":\"closed\"}"))
                .contains("\"basic\":{\"limit\":\"10/1h\",\"members\":2}")
                .contains("\"pro\":{\"limit\":\"200/1h\",\"burst\":20,\"members\":1}")
                .contains("\"onStoreFailure\":\"closed\",\"enforce\":false");
        assertThat(operator.post("/partner", "{\"plan\":\"pro\",\"burst\":\"\"}"))
                .contains("\"pro\":{\"limit\":\"200/1h\",\"members\":1}");
        assertThat(operator.get("/partner?key=p1")).contains("\"capacity\":200");
    }

    @Test
    void reachPoliciesOfAnnotations() {
        Operator operator = EndpointApplication.operator(instance());

        assertThat(operator.post("/reports.print", "{\"limit\":\"7/1h\"}")).startsWith("200 {\"limit\":\"7/1h\"");
        assertThat(operator.get("/reports.print?key=x")).contains("\"remaining\":7");
        assertThat(operator.delete("/reports.print")).startsWith("200 {\"limit\":\"3/1h\"");
    }

    @Test
    void areToldByEventsAndLogged(CapturedOutput output) {
        RunningApplication one = instance();
        RunningApplication two = instance();
        EndpointApplication.operator(one).post("/api", "{\"limit\":\"20/1h\",\"burst\":30}");

        for (RunningApplication each : List.of(one, two)) {
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(events(each))
                            .singleElement()
                            .satisfies(event -> {
                                assertThat(event.before().quota()).isEqualTo(Quota.of("5/1h"));
                                assertThat(event.after().quota())
                                        .isEqualTo(Quota.of("20/1h").withBurst(30L));
                                assertThat(event.changedBy()).isEqualTo("ops");
                            }));
        }
        assertThat(output)
                .containsPattern("Rate limit policy 'api' has changed, by ops, at 2[0-9T:-]+Z: "
                        + "limit 5/1h -> 20/1h burst 30");
    }

    @Test
    void areKeptInOneHashWithoutExpiry() {
        EndpointApplication.operator(instance()).post("/api", "{\"limit\":\"20/1h\"}");

        String key = prefix.substring(prefix.indexOf('=') + 1) + ":changes";
        RedisServer.shared().command("HGET " + key + " api|limit");
        assertThat(RedisServer.shared().answer("TTL " + key)).isEqualTo(":-1");
        assertThat(RedisServer.shared().answer("HLEN " + key)).isEqualTo(":3");
    }

    @Test
    void thatGoWithNoConfigurationAnyMoreAreIgnoredWithOneWarning(CapturedOutput output) {
        Operator first = EndpointApplication.operator(instance());
        first.post("/partner", "{\"plan\":\"pro\",\"limit\":\"200/1h\"}");
        first.post("/budget", "{\"limit\":\"60/1d\"}");
        first.post("/reports.print", "{\"limit\":\"7/1h\"}");
        String key = prefix.substring(prefix.indexOf('=') + 1) + ":changes";
        RedisServer.shared().command("HSET " + key + " gone|limit 1/1m");
        RedisServer.shared().command("HSET " + key + " partner|plans.gone.limit 1/1m");

        RunningApplication second = instance();
        Operator operator = EndpointApplication.operator(second);
        assertThat(operator.get("/partner")).contains("\"pro\":{\"limit\":\"100/1h\"");
        assertThat(operator.get("/budget")).contains("\"limit\":\"60/1d\"");
        await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
        assertThat(output.getOut().split("of a rate limit policy that this instance does not have is ignored", -1))
                .as("once on each of the two")
                .hasSize(3);
        assertThat(output.getOut().split("The stored change of rate limit policy 'partner' is ignored", -1))
                .hasSize(3);

        assertThat(operator.delete("/partner")).as("taken back whole").startsWith("200 ");
        assertThat(RedisServer.shared().answer("HEXISTS " + key + " partner|plans.gone.limit"))
                .isEqualTo(":0");
    }

    @Test
    void holdInThisInstanceOnlyWithALocalStore() {
        RunningApplication one = instance("ratelimit.store=local");
        RunningApplication two = instance("ratelimit.store=local");

        assertThat(EndpointApplication.operator(one).post("/api", "{\"limit\":\"20/1h\"}"))
                .startsWith("200 {\"limit\":\"20/1h\"");
        assertThat(EndpointApplication.operator(one).get("")).startsWith("200 {\"store\":\"local\",\"policies\"");
        assertThat(EndpointApplication.call(one, "ana")).isEqualTo("200 19");
        assertThat(EndpointApplication.operator(two).get("/api")).startsWith("200 {\"limit\":\"5/1h\"");
        assertThat(EndpointApplication.operator(one).delete("/api")).startsWith("200 {\"limit\":\"5/1h\"");
    }

    @Test
    void holdThroughAnOutageAndCannotBeMadeInOne() {
        try (RedisServer redis = RedisServer.start()) {
            RunningApplication one = instance("spring.data.redis.port=" + redis.port());
            Operator operator = EndpointApplication.operator(one);
            operator.post("/api", "{\"limit\":\"20/1h\"}");

            redis.pause();
            try {
                assertThat(operator.post("/api", "{\"limit\":\"30/1h\"}"))
                        .isEqualTo(
                                "503 {\"status\":503,\"detail\":\"the store did not answer, so the change is not kept\"}");
                assertThat(operator.delete("/api")).startsWith("503 ");
                assertThat(operator.delete("/api?key=ana"))
                        .isEqualTo(
                                "503 {\"status\":503,\"detail\":\"the store did not answer, so the key is not reset\"}");
                assertThat(operator.get("/api?key=ana")).contains("\"basis\":\"local\"");
                assertThat(operator.get("/api")).contains("\"limit\":\"20/1h\"");
            } finally {
                redis.resume();
            }
        }
    }

    @Test
    void areNoticedAgainAfterTheConnectionWasLost() {
        try (RedisServer redis = RedisServer.start()) {
            RunningApplication one = instance("spring.data.redis.port=" + redis.port());
            RunningApplication two = instance("spring.data.redis.port=" + redis.port());
            redis.kill();
            redis.restart();

            await().atMost(LONG)
                    .until(() -> EndpointApplication.operator(one)
                            .post("/api", "{\"limit\":\"20/1h\"}")
                            .startsWith("200 "));
            awaitShown(two, "api", "\"limit\":\"20/1h\"");
        }
    }
}
