package io.github.ratelimit.internal.redis;

import io.github.ratelimit.testing.RedisBinary;
import io.github.ratelimit.testing.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A primary, its replica, and three Sentinels that watch them. */
final class SentinelGroup implements AutoCloseable {

    static final String NAME = "shop";

    private final RedisServer primary;
    private final RedisServer replica;
    private final List<RedisServer> sentinels;

    SentinelGroup(RedisBinary binary) {
        primary = start(binary);
        replica = start(binary);
        replica.command("REPLICAOF %s %d".formatted(primary.host(), primary.port()));
        Awaitility.await().atMost(TestRedis.GENEROUS).until(() -> hasPrimary(replica));
        sentinels = Stream.generate(() -> sentinel(binary)).limit(3).toList();
        Awaitility.await()
                .atMost(TestRedis.GENEROUS)
                .until(() -> sentinels.stream()
                        .allMatch(sentinel -> sentinel.info("sentinel")
                                .contains("status=ok,address=%s:%d,slaves=1,sentinels=3"
                                        .formatted(primary.host(), primary.port()))));
    }

    /** Its copy for the replica goes to a folder of its own, at once. */
    private static RedisServer start(RedisBinary binary) {
        try {
            String folder = Files.createTempDirectory("redis").toString();
            return RedisServer.start(binary, "--dir", folder, "--repl-diskless-sync-delay", "0");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RedisServer sentinel(RedisBinary binary) {
        return RedisServer.startSentinel(
                binary,
                List.of(
                        "sentinel monitor %s %s %d 2".formatted(NAME, primary.host(), primary.port()),
                        "sentinel down-after-milliseconds %s 1000".formatted(NAME),
                        "sentinel failover-timeout %s 5000".formatted(NAME)));
    }

    /** The server that is the primary at first. */
    RedisServer primary() {
        return primary;
    }

    /** The server that is its replica at first. */
    RedisServer replica() {
        return replica;
    }

    /** Makes the replica the primary while all are well. */
    void switchOver() {
        sentinels.get(0).command("SENTINEL FAILOVER " + NAME);
    }

    /** Whether a server is a replica in step with its primary. */
    static boolean hasPrimary(RedisServer server) {
        String info = server.info("replication");
        return info.contains("role:slave") && info.contains("master_link_status:up");
    }

    /** As {@code spring.data.redis.sentinel.nodes} has them. */
    String nodes() {
        return sentinels.stream()
                .map(sentinel -> sentinel.host() + ":" + sentinel.port())
                .collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        Stream.concat(sentinels.stream(), Stream.of(replica, primary)).forEach(RedisServer::close);
    }
}
