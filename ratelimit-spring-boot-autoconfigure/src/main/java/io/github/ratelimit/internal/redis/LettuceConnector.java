package io.github.ratelimit.internal.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.Objects;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Connects to the Redis of the application, with a client of its own made from the application's settings: never queues,
 * never reconnects by itself (Lettuce 6.6 would send again what was in flight), never waits longer than a second. The
 * application's own client is not touched.
 */
public final class LettuceConnector implements RedisConnector {

    private final LettuceConnectionFactory own;
    private final String target;

    private LettuceConnector(LettuceConnectionFactory own, String target) {
        this.own = own;
        this.target = target;
    }

    /**
     * Connections to where the application's go: one Redis, or the primaries of a Cluster. Connects nowhere yet.
     *
     * @throws IllegalArgumentException if the application's Redis is of a kind that is not supported
     */
    public static RedisConnections connections(LettuceConnectionFactory application, String keyPrefix) {
        RedisClusterConfiguration cluster = application.getClusterConfiguration();
        if (cluster == null) {
            return RedisStore.link(like(application), keyPrefix);
        }
        return ClusterLinks.of(cluster, where -> to(where, application));
    }

    /**
     * A client like the application's. Connects nowhere yet.
     *
     * @throws IllegalArgumentException if the application's Redis is of a kind that is not supported
     */
    public static LettuceConnector like(LettuceConnectionFactory application) {
        return to(configuration(application), application);
    }

    private static LettuceConnector to(RedisConfiguration where, LettuceConnectionFactory application) {
        ClientOptions base = standalone(
                application.getClientConfiguration().getClientOptions().orElseGet(ClientOptions::create));
        ClientOptions options = base.mutate()
                .autoReconnect(false)
                .requestQueueSize(MAX_UNANSWERED)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .socketOptions(base.getSocketOptions()
                        .mutate()
                        .connectTimeout(CONNECT_TIMEOUT)
                        .build())
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                .build();
        LettuceConnectionFactory own = new LettuceConnectionFactory(
                where, new OwnClientConfiguration(application.getClientConfiguration(), options, CONNECT_TIMEOUT));
        own.afterPropertiesSet();
        own.start();
        return new LettuceConnector(own, RedisConnector.describe(where));
    }

    /** Of a Cluster's options those of its single connections. */
    private static ClientOptions standalone(ClientOptions options) {
        return options instanceof ClusterClientOptions
                ? ClientOptions.builder()
                        .socketOptions(options.getSocketOptions())
                        .sslOptions(options.getSslOptions())
                        .protocolVersion(options.getConfiguredProtocolVersion())
                        .scriptCharset(options.getScriptCharset())
                        .build()
                : options;
    }

    private static RedisConfiguration configuration(LettuceConnectionFactory application) {
        // No getter tells static master/replica from standalone, whose configuration would be localhost:6379 then.
        if (new DirectFieldAccessor(application).getPropertyValue("configuration")
                instanceof RedisStaticMasterReplicaConfiguration) {
            throw new IllegalArgumentException(
                    "static master/replica (spring.data.redis.masterreplica) is not supported yet; use a standalone Redis or Sentinel");
        }
        if (application.isRedisSentinelAware()) {
            return Objects.requireNonNull(application.getSentinelConfiguration());
        }
        return application.getSocketConfiguration() != null
                ? application.getSocketConfiguration()
                : application.getStandaloneConfiguration();
    }

    @Override
    public String target() {
        return target;
    }

    @Override
    public RedisSession connect() {
        return new LettuceSession(client().connect(ByteArrayCodec.INSTANCE));
    }

    @Override
    public Subscription subscribe(byte[] channel, Runnable onMessage) {
        return LettuceSubscription.on(client().connectPubSub(ByteArrayCodec.INSTANCE), channel, onMessage);
    }

    private RedisClient client() {
        return (RedisClient) own.getRequiredNativeClient();
    }

    @Override
    public void close() {
        own.destroy();
    }
}
