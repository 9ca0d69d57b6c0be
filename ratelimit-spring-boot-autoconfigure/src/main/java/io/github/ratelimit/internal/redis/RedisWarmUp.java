package io.github.ratelimit.internal.redis;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Connects before the web server accepts traffic, so that the first requests find a store. Waits two seconds at most. */
public final class RedisWarmUp implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(RedisWarmUp.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Web servers start at {@code DEFAULT_PHASE - 2048}. */
    static final int BEFORE_WEB_SERVERS = DEFAULT_PHASE - 4096;

    private final RedisConnections link;
    private final BooleanSupplier needed;
    private volatile boolean running;

    /** Warms the link up if that is needed: without policies nothing is connected. */
    public RedisWarmUp(RedisConnections link, BooleanSupplier needed) {
        this.link = link;
        this.needed = needed;
    }

    @Override
    public void start() {
        running = true;
        if (!needed.getAsBoolean()) {
            return;
        }
        link.start();
        if (!link.awaitConnected(PATIENCE)) {
            log.warn(
                    "Rate limits start without Redis at {} ({}): until it answers each policy does what its on-store-failure says",
                    link.target(),
                    link.lastFailure() == null ? "no answer yet" : link.lastFailure());
        }
    }

    @Override
    public void stop() {
        running = false; // requests may still come in: the link closes with its bean
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return BEFORE_WEB_SERVERS;
    }
}
