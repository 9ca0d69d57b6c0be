package io.github.ratelimit.internal.redis;

import io.github.ratelimit.testing.AclUser;
import io.github.ratelimit.testing.FreePort;
import io.github.ratelimit.testing.RedisBinary;
import io.github.ratelimit.testing.RedisServer;
import io.github.ratelimit.testing.SelfSigned;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.protocol.ProtocolVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Three real primaries with a third of the slots each, and a store over them. */
final class TestCluster implements AutoCloseable {

    private static final int NODES = 3;
    static final String PREFIX = "rl";

    /** What the user needs in a Cluster, too. */
    static final String CLUSTER_RULES = " +cluster|slots +asking";

    private final List<RedisServer> servers = new ArrayList<>();
    private final List<RedisClient> clients = new ArrayList<>();
    private final List<RedisCommands<String, String>> nodes = new ArrayList<>();
    private final StoreBreakers breakers = new StoreBreakers(
            name -> CircuitBreaker.of(
                    name, TestRedis.config(Duration.ofMinutes(1)).build()),
            name -> {},
            event -> {});
    private final @Nullable SelfSigned certificate;
    private final List<Integer> ports = new ArrayList<>();
    private final ClusterLinks links;

    TestCluster() {
        this(Client.LETTUCE);
    }

    /** Entered with this client. */
    TestCluster(Client client) {
        this(client, null);
    }

    /** With TLS for clients and among nodes, entered as the documented user with Lettuce and RESP2. */
    TestCluster(SelfSigned certificate) {
        this(Client.LETTUCE, certificate);
    }

    private TestCluster(Client client, @Nullable SelfSigned certificate) {
        this.certificate = certificate;
        for (int i = 0; i < NODES; i++) {
            add();
            int node = i;
            String slots = IntStream.range(0, SlotHash.SLOT_COUNT)
                    .filter(slot -> slot * NODES / SlotHash.SLOT_COUNT == node)
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(" "));
            servers.get(i).command("CLUSTER ADDSLOTS " + slots);
        }
        awaitKnown();
        RedisClusterConfiguration where = new RedisClusterConfiguration();
        where.clusterNode(servers.get(0).host(), ports.get(0));
        links = (ClusterLinks)
                (certificate == null
                        ? client.connections(where, PREFIX, TestRedis.GENEROUS)
                        : LettuceConnector.connections(securedFactory(where, certificate), PREFIX));
        links.start();
        if (!links.awaitConnected(TestRedis.GENEROUS)) {
            throw new IllegalStateException("no connection: " + links.lastFailure());
        }
    }

    private LettuceConnectionFactory securedFactory(RedisClusterConfiguration where, SelfSigned trusted) {
        allow(AclUser.rules(PREFIX) + CLUSTER_RULES);
        where.setUsername(AclUser.NAME);
        where.setPassword(AclUser.PASSWORD);
        return new LettuceConnectionFactory(where, trusting(trusted));
    }

    private static LettuceClientConfiguration trusting(SelfSigned certificate) {
        SslOptions ssl = SslOptions.builder()
                .jdkSslProvider()
                .trustManager(certificate.certificate().toFile())
                .build();
        return LettuceClientConfiguration.builder()
                .useSsl()
                .and()
                .clientOptions(ClusterClientOptions.builder()
                        .sslOptions(ssl)
                        .protocolVersion(ProtocolVersion.RESP2)
                        .build())
                .build();
    }

    /** Gives these rules to a user of each node. */
    void allow(String rules) {
        servers.forEach(server -> server.command("ACL SETUSER " + rules));
    }

    /** One more node, which knows the others. */
    private void add() {
        RedisServer server = start();
        RedisClient client = RedisClient.create(RedisURI.create(server.host(), server.port()));
        servers.add(server);
        clients.add(client);
        nodes.add(client.connect().sync());
        server.command("CLUSTER SET-CONFIG-EPOCH " + servers.size());
        if (servers.size() > 1) {
            server.command("CLUSTER MEET %s %d".formatted(servers.get(0).host(), ports.get(0)));
        }
    }

    private RedisServer start() {
        if (certificate == null) {
            RedisServer server = RedisServer.startClusterNode();
            ports.add(server.port());
            return server;
        }
        int port = FreePort.findWithBus();
        ports.add(port);
        return RedisServer.startClusterNode(
                RedisBinary.preferred(),
                Stream.concat(Stream.of(certificate.redisOptions(port)), Stream.of("--tls-cluster", "yes"))
                        .toArray(String[]::new));
    }

    private void awaitKnown() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> nodes.stream()
                        .allMatch(node -> node.clusterInfo().contains("cluster_state:ok")
                                && node.clusterInfo().contains("cluster_slots_ok:16384")
                                && node.clusterInfo().contains("cluster_known_nodes:" + nodes.size())));
    }

    /** A fourth node as the replica of this one, in step with it. */
    int replicaOf(int primary) {
        add();
        awaitKnown();
        RedisCommands<String, String> replica = nodes.get(nodes.size() - 1);
        replica.clusterReplicate(nodes.get(primary).clusterMyId());
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> replica.info("replication").contains("master_link_status:up"));
        return nodes.size() - 1;
    }

    RedisServer server(int node) {
        return servers.get(node);
    }

    RedisCommands<String, String> node(int node) {
        return nodes.get(node);
    }

    ClusterLinks links() {
        return links;
    }

    StoreBreakers breakers() {
        return breakers;
    }

    StoreBreaker breaker(int node) {
        return breakers.named(
                "ratelimit-" + server(node).host() + ":" + server(node).port());
    }

    ClusterStore store(Duration deadline) {
        return new ClusterStore(links, PREFIX, breakers, deadline);
    }

    /** A key that this node counts at first. */
    static String keyOn(int node, int number) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "user" + number + "." + i)
                .filter(key -> SlotHash.getSlot(key) * NODES / SlotHash.SLOT_COUNT == node)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        links.close();
        clients.forEach(client -> client.shutdown(Duration.ZERO, Duration.ofSeconds(1)));
        servers.forEach(RedisServer::close);
    }
}
