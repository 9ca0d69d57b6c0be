package io.github.ratelimit.internal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.ratelimit.testing.RedisServer;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A real Redis seen twice: through a link of the limiter, and by a plain client that looks at what the limiter wrote. */
final class TestRedis implements AutoCloseable {

    /** Longer than any test waits, so that a slow machine fails no test. */
    static final Duration GENEROUS = Duration.ofSeconds(20);

    private static final Duration CENTURY = Duration.ofDays(36_525);
    private static final AtomicInteger PREFIXES = new AtomicInteger();

    private final String prefix = "test:" + ProcessHandle.current().pid() + ":" + PREFIXES.incrementAndGet();
    private final RedisServer server;
    private final DecisionScript script;
    private final Duration patience;
    private final Connectors connectors;
    private final RedisLink link;
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    /** How the application's settings become the limiter's connector. */
    @FunctionalInterface
    private interface Connectors {

        RedisConnector to(String host, int port, Duration deadline);
    }

    private TestRedis(RedisServer server, DecisionScript script, Duration patience, Connectors connectors) {
        this.server = server;
        this.script = script;
        this.patience = patience;
        this.connectors = connectors;
        this.client = RedisClient.create(RedisURI.create(server.host(), server.port()));
        this.connection = client.connect(new StringCodec(StandardCharsets.ISO_8859_1)); // whatever the limiter wrote
        this.link = newLink();
    }

    /** The shared server, on its own clock. */
    static TestRedis shared() {
        return shared(Client.LETTUCE);
    }

    static TestRedis shared(Client limiterClient) {
        return of(RedisServer.shared(), limiterClient);
    }

    static TestRedis of(RedisServer server, Client limiterClient) {
        return of(server, limiterClient, GENEROUS);
    }

    /** With a client that knows this deadline. */
    static TestRedis of(RedisServer server, Client limiterClient, Duration deadline) {
        return new TestRedis(server, DecisionScript.load(), deadline, limiterClient::connector);
    }

    static TestRedis of(RedisServer server, DecisionScript script) {
        return new TestRedis(server, script, GENEROUS, Client.LETTUCE::connector);
    }

    /** With a link like that of an application whose client is configured so. */
    static TestRedis of(RedisServer server, LettuceClientConfiguration application) {
        return new TestRedis(
                server,
                DecisionScript.load(),
                GENEROUS,
                (host, port, deadline) -> LettuceConnector.like(
                        new LettuceConnectionFactory(new RedisStandaloneConfiguration(host, port), application)));
    }

    /** The shared server with a script whose clock a test moves: no step of it makes a call late. */
    static TestRedis withClock(String clock) {
        return new TestRedis(RedisServer.shared(), DecisionScript.withClock(clock), CENTURY, Client.LETTUCE::connector);
    }

    /** What all keys of this test begin with. */
    String prefix() {
        return prefix;
    }

    /** The name of a policy's key, without the milliseconds of a shorter limit. */
    String key(String policy, String key) {
        return prefix + ":{" + key + "}:" + policy;
    }

    RedisCommands<String, String> commands() {
        return connection.sync();
    }

    /** How many calls of any script Redis has run. */
    long scriptCalls() {
        return commands()
                .info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_eval"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf("calls=") + 6, line.indexOf(','))))
                .sum();
    }

    DecisionScript script() {
        return script;
    }

    RedisLink link() {
        return link;
    }

    /** One more link to the same Redis, as another instance has; connected. */
    RedisLink newLink() {
        return newLink(server.host(), server.port());
    }

    /** One by another way than straight to the Redis; connected. */
    RedisLink newLink(String host, int port) {
        RedisConnector connector = connectors.to(host, port, patience);
        RedisLink fresh = new RedisLink(connector, script, new CallWriter(prefix).warmUp());
        fresh.start();
        if (!fresh.awaitConnected(GENEROUS)) {
            throw new IllegalStateException("no connection to " + host + ":" + port + ": " + fresh.lastFailure());
        }
        return fresh;
    }

    RedisStore store() {
        return store(link, patience);
    }

    RedisStore store(RedisLink over, Duration deadline) {
        return store(over, breaker("test"), deadline);
    }

    RedisStore store(RedisLink over, StoreBreaker breaker, Duration deadline) {
        return new RedisStore(over, new CallWriter(prefix), script, breaker, deadline);
    }

    /** What Redis says of a connection of Lettuce. */
    static ProtocolVersion protocolOf(RedisSession session) {
        AsyncCommand<byte[], byte[], List<Object>> hello =
                new AsyncCommand<>(new Command<>(CommandType.HELLO, new NestedMultiOutput<>(ByteArrayCodec.INSTANCE)));
        ((LettuceSession) session).send(List.of(hello));
        List<Object> words = hello.toCompletableFuture().join().stream()
                .map(word -> word instanceof byte[] text ? new String(text, UTF_8) : word)
                .toList();
        return words.get(words.indexOf("proto") + 1).equals(3L) ? ProtocolVersion.RESP3 : ProtocolVersion.RESP2;
    }

    /** With the defaults of the properties. */
    static StoreBreaker breaker(String name) {
        return new StoreBreaker(CircuitBreaker.of(name, config().build()));
    }

    static CircuitBreakerConfig.Builder config() {
        return config(Duration.ofSeconds(2));
    }

    static CircuitBreakerConfig.Builder config(Duration waitInOpenState) {
        return CircuitBreakerConfig.custom()
                .slidingWindow(20, 10, SlidingWindowType.COUNT_BASED, SlidingWindowSynchronizationStrategy.SYNCHRONIZED)
                .permittedNumberOfCallsInHalfOpenState(3)
                .waitDurationInOpenState(waitInOpenState);
    }

    @Override
    public void close() {
        link.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }
}
