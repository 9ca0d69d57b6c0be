package io.github.ratelimit.internal.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Connects to the Redis of an application that has Jedis, by connections of its own made from the application's settings;
 * not from its pool.
 */
public final class JedisConnector implements RedisConnector {

    private final RedisConfiguration where;
    private final JedisClientConfiguration application;
    private final Duration patience;
    private final Set<JedisConnection> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private JedisConnector(RedisConfiguration where, JedisClientConfiguration application, Duration patience) {
        this.where = where;
        this.application = application;
        this.patience = patience;
    }

    /**
     * Connections to where the application's go: one Redis, or the primaries of a Cluster. Connects nowhere yet.
     *
     * @param deadline the longest that a request waits
     */
    public static RedisConnections connections(
            JedisConnectionFactory application, String keyPrefix, Duration deadline) {
        RedisClusterConfiguration cluster = application.getClusterConfiguration();
        return cluster == null
                ? RedisStore.link(like(application, deadline), keyPrefix)
                : ClusterLinks.of(cluster, where -> to(where, application, deadline));
    }

    /** What answers later than the deadline, and later than a second, is not waited for. */
    static JedisConnector like(JedisConnectionFactory application, Duration deadline) {
        RedisSentinelConfiguration sentinel = application.getSentinelConfiguration();
        RedisConfiguration where =
                sentinel != null ? sentinel : Objects.requireNonNull(application.getStandaloneConfiguration());
        return to(where, application, deadline);
    }

    private static JedisConnector to(RedisConfiguration where, JedisConnectionFactory application, Duration deadline) {
        Duration patience = deadline.compareTo(CONNECT_TIMEOUT) > 0 ? deadline : CONNECT_TIMEOUT;
        return new JedisConnector(where, application.getClientConfiguration(), patience);
    }

    @Override
    public String target() {
        return RedisConnector.describe(where);
    }

    @Override
    public RedisSession connect() {
        return new JedisSession(connectToPrimary(patience));
    }

    @Override
    public Subscription subscribe(byte[] channel, Runnable onMessage) {
        return JedisSubscription.on(connectToPrimary(Duration.ZERO), channel, onMessage);
    }

    /** A connection on which an answer is waited for so long; zero: without end. */
    private JedisConnection connectToPrimary(Duration waiting) {
        if (where instanceof RedisSentinelConfiguration sentinel) {
            JedisClientConfig config = config(sentinel.getDatabase(), sentinel.getUsername(), sentinel.getPassword());
            return connect(primary(sentinel), config, waiting);
        }
        RedisStandaloneConfiguration standalone = (RedisStandaloneConfiguration) where;
        JedisClientConfig config = config(standalone.getDatabase(), standalone.getUsername(), standalone.getPassword());
        return connect(new HostAndPort(standalone.getHostName(), standalone.getPort()), config, waiting);
    }

    /** As the first sentinel says that answers. */
    private HostAndPort primary(RedisSentinelConfiguration sentinel) {
        String name = String.valueOf(
                sentinel.getMaster() == null ? null : sentinel.getMaster().getName());
        JedisClientConfig config = config(0, sentinel.getSentinelUsername(), sentinel.getSentinelPassword());
        JedisException last = new JedisConnectionException("no sentinel knows the primary of " + name);
        for (RedisNode node : sentinel.getSentinels()) {
            HostAndPort address = new HostAndPort(String.valueOf(node.getHost()), node.getRequiredPort());
            try (JedisConnection connection = connect(address, config, CONNECT_TIMEOUT)) {
                Object answer = connection.ask(new CommandArguments(Command.SENTINEL)
                        .add("get-master-addr-by-name")
                        .add(name));
                if (answer instanceof List<?> found) {
                    return new HostAndPort(text(found.get(0)), Integer.parseInt(text(found.get(1))));
                }
            } catch (JedisException failure) {
                last = failure;
            }
        }
        throw last;
    }

    private static String text(Object word) {
        return new String((byte[]) word, US_ASCII);
    }

    private JedisConnection connect(HostAndPort address, JedisClientConfig config, Duration waiting) {
        JedisConnection fresh = new JedisConnection(address, config, open::remove);
        open.add(fresh);
        try {
            if (closed) {
                throw new JedisConnectionException("the application ends");
            }
            return fresh.connect(waiting);
        } catch (RuntimeException failure) {
            fresh.close();
            throw failure;
        }
    }

    private JedisClientConfig config(int database, @Nullable String username, RedisPassword password) {
        DefaultJedisClientConfig.Builder config =
                DefaultJedisClientConfig.builder().database(database).ssl(application.isUseSsl());
        if (username != null && !username.isBlank()) {
            config.user(username);
        }
        password.toOptional().map(String::new).ifPresent(config::password);
        application.getSslSocketFactory().ifPresent(config::sslSocketFactory);
        application.getSslParameters().ifPresent(config::sslParameters);
        application.getHostnameVerifier().ifPresent(config::hostnameVerifier);
        application.getCustomizer().ifPresent(customizer -> customizer.customize(config));
        int timeout = Math.toIntExact(CONNECT_TIMEOUT.toMillis());
        return config.connectionTimeoutMillis(timeout)
                .socketTimeoutMillis(timeout)
                .protocol(null) // RESP2, whose answers are lists
                .clientName("ratelimit")
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                .build();
    }

    @Override
    public void close() {
        closed = true;
        open.forEach(JedisConnection::close);
    }
}
