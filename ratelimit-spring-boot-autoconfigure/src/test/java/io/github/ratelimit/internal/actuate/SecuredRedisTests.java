package io.github.ratelimit.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.redis.LettuceConnector;
import io.github.ratelimit.internal.redis.RedisConnections;
import io.github.ratelimit.testing.AclUser;
import io.github.ratelimit.testing.DelayingProxy;
import io.github.ratelimit.testing.FreePort;
import io.github.ratelimit.testing.RedisBinary;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.RunningApplication;
import io.github.ratelimit.testing.SelfSigned;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** An application whose Redis wants a password, or TLS and the documented user: what the application's connection has, the limiter's has. */
class SecuredRedisTests {

    private static final String PREFIX = "secured";
    private static final SelfSigned CERTIFICATE = SelfSigned.create();
    private static final Duration LONG = Duration.ofSeconds(30);

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T closing(T opened) {
        open.add(0, opened);
        return opened;
    }

    private RunningApplication instance(String... properties) {
        return closing(EndpointApplication.start(
                Stream.concat(Stream.of("ratelimit.key-prefix=" + PREFIX), Stream.of(properties))
                        .toArray(String[]::new)));
    }

    private void assertWorks(String... properties) {
        RunningApplication application = instance(properties);
        Operator operator = EndpointApplication.operator(application);

        assertThat(EndpointApplication.call(application, "ana")).isEqualTo("200 4");
        assertThat(operator.post("/api", "{\"limit\":\"20/1h\"}")).startsWith("200 ");
        assertThat(operator.delete("/api?key=ana")).startsWith("20");
        assertThat(EndpointApplication.call(application, "ana")).isEqualTo("200 19");
    }

    @Test
    void isReachedWithAPassword() {
        RedisServer server = closing(RedisServer.start());
        server.command("CONFIG SET requirepass secret");

        assertWorks("spring.data.redis.port=" + server.port(), "spring.data.redis.password=secret");
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("withTls")
    void isReachedByItsTls(RedisBinary binary) {
        int port = FreePort.find();
        RedisServer server = closing(RedisServer.start(binary, CERTIFICATE.redisOptions(port)));
        server.command("ACL SETUSER " + AclUser.rules(PREFIX));
        server.command("ACL SETUSER default off");

        assertWorks(trusting(port));
    }

    static List<RedisBinary> withTls() {
        return RedisBinary.all().stream().filter(RedisBinary::hasTls).toList();
    }

    /** For machines whose redis-server was built without TLS. */
    @Test
    void isReachedThroughAProxyWithTls() {
        RedisServer server = closing(RedisServer.start());
        server.command("ACL SETUSER " + AclUser.rules(PREFIX));
        server.command("ACL SETUSER default off");

        assertWorks(trusting(closing(DelayingProxy.before(server, CERTIFICATE)).port()));
    }

    private String[] trusting(int port) {
        return new String[] {
            "spring.data.redis.port=" + port,
            "spring.data.redis.username=" + AclUser.NAME,
            "spring.data.redis.password=" + AclUser.PASSWORD,
            "spring.data.redis.ssl.bundle=redis",
            "spring.ssl.bundle.pem.redis.truststore.certificate=" + CERTIFICATE.certificate()
        };
    }

    @Test
    void isNotReachedWithACertificateThatIsNotTrusted() {
        DelayingProxy proxy = closing(DelayingProxy.before(RedisServer.shared(), CERTIFICATE));
        LettuceConnectionFactory application = new LettuceConnectionFactory(
                new RedisStandaloneConfiguration("127.0.0.1", proxy.port()),
                LettuceClientConfiguration.builder().useSsl().build());
        application.afterPropertiesSet();
        closing(application::destroy);
        RedisConnections link = closing(LettuceConnector.connections(application, PREFIX));

        link.start();

        Awaitility.await().atMost(LONG).until(() -> link.lastFailure() != null);
        assertThat(link.lastFailure()).contains("unable to find valid certification path");
        assertThat(link.isConnected()).isFalse();
    }
}
