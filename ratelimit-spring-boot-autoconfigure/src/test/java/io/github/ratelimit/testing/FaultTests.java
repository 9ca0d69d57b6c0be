package io.github.ratelimit.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That the faults are real, and end. */
class FaultTests {

    private final RedisServer server = RedisServer.start();
    private final DelayingProxy proxy = DelayingProxy.before(server);
    private final RedisClient client = client();

    private RedisClient client() {
        RedisClient fresh = RedisClient.create(RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(proxy.port())
                .withTimeout(Duration.ofSeconds(20))
                .build());
        fresh.setOptions(ClientOptions.builder().autoReconnect(false).build());
        return fresh;
    }

    @AfterEach
    void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        proxy.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void ends(Fault fault) {
        fault.begin(server, proxy).close();

        assertThat(client.connect().sync().set("word", "kept")).isEqualTo("OK");
    }

    @Test
    void aServerWithoutMemoryTakesNoWrite() throws Exception {
        StatefulRedisConnection<String, String> connection = client.connect();
        Fault.OUT_OF_MEMORY.during(server, proxy, () -> {
            assertThatThrownBy(() -> connection.sync().set("word", "lost")).hasMessageContaining("OOM");
        });
    }

    @Test
    void aReplicaTakesNoWrite() throws Exception {
        StatefulRedisConnection<String, String> connection = client.connect();
        Fault.READ_ONLY_REPLICA.during(server, proxy, () -> {
            assertThatThrownBy(() -> connection.sync().set("word", "lost")).hasMessageContaining("READONLY");
        });
    }

    @Test
    void aSilentConnectionStaysSilent() throws Exception {
        StatefulRedisConnection<String, String> connection = client.connect();
        Fault.SILENCE.during(server, proxy, () -> {
            RedisFuture<String> unanswered = connection.async().ping();
            assertThatThrownBy(() -> unanswered.get(100, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        });

        assertThatThrownBy(() -> connection.async().ping().get(100, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        assertThat(connection.isOpen()).isTrue();
        assertThat(client.connect().sync().ping()).isEqualTo("PONG");
    }

    @Test
    void aDeadServerClosesTheConnectionsThroughTheProxy() throws Exception {
        StatefulRedisConnection<String, String> connection = client.connect();
        Fault.KILLED.during(server, proxy, () -> {
            assertThatThrownBy(() -> connection.sync().ping()).isInstanceOf(RedisException.class);
        });
    }

    @Test
    void latencyMakesAnswersLateAndNotRare() throws Exception {
        StatefulRedisConnection<String, String> connection = client.connect();
        Fault.LATENCY_500_MS.during(server, proxy, () -> {
            long begin = System.nanoTime();
            List<RedisFuture<String>> pings = IntStream.range(0, 20)
                    .mapToObj(i -> {
                        pause();
                        return connection.async().ping();
                    })
                    .toList();
            for (RedisFuture<String> ping : pings) {
                assertThat(ping.get(20, TimeUnit.SECONDS)).isEqualTo("PONG");
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .as("20 answers, one after the other, would take 10 s")
                    .isBetween(Duration.ofMillis(500), Duration.ofSeconds(5));
        });
    }

    /** So that each command is a packet of its own. */
    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(5);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
