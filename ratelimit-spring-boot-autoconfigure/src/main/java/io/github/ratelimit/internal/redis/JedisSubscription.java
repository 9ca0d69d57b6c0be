package io.github.ratelimit.internal.redis;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/** One of Jedis, with a thread of its own that waits for what is said. */
final class JedisSubscription implements Subscription {

    private static final Logger log = LoggerFactory.getLogger(JedisSubscription.class);

    private final JedisConnection connection;
    private final Runnable onMessage;
    private volatile boolean closed;

    private JedisSubscription(JedisConnection connection, Runnable onMessage) {
        this.connection = connection;
        this.onMessage = onMessage;
    }

    /** Begins to listen; what is said is only that there is news. Closes the connection with the subscription. */
    static Subscription on(JedisConnection connection, byte[] channel, Runnable onMessage) {
        JedisSubscription subscription = new JedisSubscription(connection, onMessage);
        Thread thread = new Thread(() -> subscription.listen(channel), "ratelimit-jedis-subscription");
        thread.setDaemon(true);
        thread.start();
        return subscription;
    }

    private void listen(byte[] channel) {
        try {
            connection.send(new CommandArguments(Command.SUBSCRIBE).add(channel));
            while (!closed) {
                listenOnce();
            }
        } catch (RuntimeException lost) {
            log.debug("A subscription has ended", lost);
        } finally {
            close();
        }
    }

    /** The first thing that is said is that it listens: there may have been news before. */
    private void listenOnce() {
        try {
            connection.read();
            onMessage.run();
        } catch (JedisDataException refused) {
            log.debug("No subscription, so changes are noticed by asking only", refused);
        }
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public void close() {
        closed = true;
        connection.close();
    }
}
