package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.PolicyChanges;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Notices changes that other instances make: at once where Redis's announcements arrive, and within a second anyhow. What
 * was seen last holds while Redis is away. An instance that starts reads them before its web server accepts traffic.
 */
public final class ChangeWatch implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ChangeWatch.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final RedisConnections link;
    private final byte[] channel;
    private final PolicyChanges changes;
    private final BooleanSupplier needed;
    private final Semaphore news = new Semaphore(0);
    private volatile @Nullable Thread thread;
    private @Nullable RedisSession listeningBeside;
    private @Nullable Subscription subscription;

    /** Watches if that is needed: without policies nothing is connected. */
    public ChangeWatch(RedisConnections link, RedisChanges store, PolicyChanges changes, BooleanSupplier needed) {
        this.link = link;
        this.channel = store.channel();
        this.changes = changes;
        this.needed = needed;
    }

    @Override
    public void start() {
        lookIfNeeded();
        Thread fresh = new Thread(this::watch, "ratelimit-changes");
        fresh.setDaemon(true);
        thread = fresh;
        fresh.start();
    }

    /** Has just looked, and listens a second later: a second connection would hold up the start of the application. */
    private void watch() {
        while (thread == Thread.currentThread()) {
            try {
                if (news.tryAcquire(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
                    news.drainPermits();
                }
            } catch (InterruptedException stopped) {
                break;
            }
            lookIfNeeded();
            listen();
        }
    }

    /** Whatever goes wrong, the next look may succeed: this thread must not end. */
    private void lookIfNeeded() {
        if (!needed.getAsBoolean() || link.session(channel) == null) {
            return;
        }
        try {
            changes.refresh();
        } catch (RuntimeException | StoreFailureException failure) {
            log.debug("Changes of rate limit policies could not be read; those seen last hold", failure);
        }
    }

    /** Listens beside each connection of the link: a new one may lead to another server. */
    private void listen() {
        RedisSession session = needed.getAsBoolean() ? link.session(channel) : null;
        if (session == null || (session == listeningBeside && subscription != null && subscription.isOpen())) {
            return;
        }
        endSubscription();
        try {
            subscription = link.subscribe(channel, news::release);
            listeningBeside = session;
        } catch (RuntimeException failure) {
            log.debug("No subscription, so changes are noticed by asking only", failure);
        }
    }

    /** The last one ends with the link. */
    private void endSubscription() {
        if (subscription != null && subscription.isOpen()) {
            subscription.close();
        }
        subscription = null;
    }

    @Override
    public void stop() {
        Thread current = thread;
        thread = null;
        if (current != null) {
            current.interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    /** After the connection is made, before the web server starts. */
    @Override
    public int getPhase() {
        return RedisWarmUp.BEFORE_WEB_SERVERS + 1;
    }
}
