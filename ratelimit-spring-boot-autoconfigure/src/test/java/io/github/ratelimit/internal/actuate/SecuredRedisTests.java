package io.github.ratelimit.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.redis.RedisLink;
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
import org.springframework.context.ConfigurableApplicationContext;

/** Two instances whose Redis wants a password, a user or TLS: what the application's connection has, the limiter's has. */
class SecuredRedisTests {

    private static final String PREFIX = "secured";
    private static final Duration LONG = Duration.ofSeconds(30);

    private final SelfSigned certificate = SelfSigned.create();
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
        return closing(EndpointApplication.start(Stream.concat(
                        Stream.of("ratelimit.key-prefix=" + PREFIX), Stream.of(properties))
                .toArray(String[]::new)));
    }

    /** They count together, and the one hears of what was changed at the other. */
    private void assertWorks(String... properties) {
        RunningApplication one = instance(properties);
        RunningApplication two = instance(properties);
        assertThat(EndpointApplication.call(one, "ana")).isEqualTo("200 4");
        assertThat(EndpointApplication.call(two, "ana")).isEqualTo("200 3");

        Operator operator = EndpointApplication.operator(one);
        assertThat(operator.post("/api", "{\"limit\":\"20/1h\"}")).startsWith("200 ");
        Awaitility.await()
                .atMost(LONG)
                .until(() -> EndpointApplication.operator(two).get("/api").contains("\"limit\":\"20/1h\""));
        assertThat(operator.delete("/api?key=ana")).startsWith("20");
        assertThat(EndpointApplication.call(two, "ana")).isEqualTo("200 19");
    }

    @Test
    void isReachedWithAPassword() {
        RedisServer server = closing(RedisServer.start());
        server.command("CONFIG SET requirepass secret");

        assertWorks("spring.data.redis.port=" + server.port(), "spring.data.redis.password=secret");
    }

    @Test
    void isReachedAsTheDocumentedUser() {
        RedisServer server = closing(RedisServer.start());
        server.command("ACL SETUSER " + AclUser.rules(PREFIX));
        server.command("ACL SETUSER default off");

        assertWorks(
                "spring.data.redis.port=" + server.port(),
                "spring.data.redis.username=" + AclUser.NAME,
                "spring.data.redis.password=" + AclUser.PASSWORD);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("withTls")
    void isReachedByItsTls(RedisBinary binary) {
        int port = FreePort.find();
        RedisServer server = closing(RedisServer.start(binary, certificate.redisOptions(port)));
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

        assertWorks(trusting(closing(DelayingProxy.before(server, certificate)).port()));
    }

    private String[] trusting(int port) {
        return new String[] {
            "spring.data.redis.port=" + port,
            "spring.data.redis.username=" + AclUser.NAME,
            "spring.data.redis.password=" + AclUser.PASSWORD,
            "spring.data.redis.ssl.bundle=redis",
            "spring.ssl.bundle.pem.redis.truststore.certificate=" + certificate.certificate()
        };
    }

    @Test
    void isNotReachedWithACertificateThatIsNotTrusted() {
        DelayingProxy proxy = closing(DelayingProxy.before(RedisServer.shared(), certificate));
        try (ConfigurableApplicationContext application = RunningApplication.run(
                EndpointApplication.class,
                "spring.data.redis.port=" + proxy.port(),
                "spring.data.redis.ssl.enabled=true",
                "ratelimit.policies.api.limit=5/1h")) {
            RedisLink link = application.getBean(RedisLink.class);
            Awaitility.await().atMost(LONG).until(() -> link.lastFailure() != null);
            assertThat(link.lastFailure()).contains("unable to find valid certification path");
            assertThat(link.isConnected()).isFalse();
        }
    }
}
