package io.github.ratelimit.internal.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One of Lettuce. */
final class LettuceSubscription implements Subscription {

    private static final Logger log = LoggerFactory.getLogger(LettuceSubscription.class);

    private final StatefulRedisPubSubConnection<byte[], byte[]> connection;

    private LettuceSubscription(StatefulRedisPubSubConnection<byte[], byte[]> connection) {
        this.connection = connection;
    }

    /** Begins to listen; what is said is only that there is news. */
    static Subscription on(
            StatefulRedisPubSubConnection<byte[], byte[]> connection, byte[] channel, Runnable onMessage) {
        connection.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(byte[] from, byte[] message) {
                onMessage.run();
            }

            @Override
            public void subscribed(byte[] to, long count) {
                onMessage.run(); // there may have been news before
            }
        });
        RedisFuture<Void> subscribed = connection.async().subscribe(channel);
        CompletionStage<Void> unused = subscribed.whenComplete((nothing, refused) -> {
            if (refused != null) {
                log.debug("No subscription, so changes are noticed by asking only", refused);
            }
        });
        return new LettuceSubscription(connection);
    }

    @Override
    public boolean isOpen() {
        return connection.isOpen();
    }

    @Override
    public void close() {
        CompletableFuture<Void> unused = connection.closeAsync();
    }
}
