package io.github.ratelimit.internal.redis;

import static io.github.ratelimit.internal.redis.DecisionScript.ascii;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the live instances: each tells Redis every 10 s that it lives, and is counted for 30 s. What was counted last is
 * kept through an outage.
 */
public final class Heartbeat implements IntSupplier {

    private static final Logger log = LoggerFactory.getLogger(Heartbeat.class);
    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final Duration ALIVE = Duration.ofSeconds(30);
    private static final Duration EXPIRY = Duration.ofSeconds(90);

    private final byte[][] keys;
    private final byte[] script =
            (DecisionScript.read("clock.lua") + DecisionScript.read("heartbeat.lua")).getBytes(UTF_8);
    private final byte[] id = ascii(UUID.randomUUID().toString());
    private final RecentCounts counts =
            new RecentCounts((int) Duration.ofMinutes(1).dividedBy(PERIOD));
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile String lastFailure = "no answer yet";
    private long nextBeat = System.nanoTime();

    /** Beats for an instance of its own. */
    public Heartbeat(String keyPrefix) {
        this.keys = new byte[][] {ascii(keyPrefix + ":instances")};
    }

    /** Beats over this link while it is connected. */
    public void over(RedisConnections link) {
        link.whileConnected(keys[0], this::beatIfDue);
    }

    /** Called by one thread. */
    private void beatIfDue(RedisSession session) {
        long now = System.nanoTime();
        if (now - nextBeat < 0) {
            return;
        }
        nextBeat = now + PERIOD.toNanos();
        try {
            beat(session);
        } catch (RuntimeException lost) {
            log.debug("A heartbeat was lost; the next one counts again", lost);
        }
    }

    private void beat(RedisSession session) {
        CompletionStage<Long> count =
                session.evalNumber(script, keys, id, ascii(ALIVE.toNanos() / 1_000), ascii(EXPIRY.toMillis()));
        CompletionStage<Long> unused = count.whenComplete((live, failure) -> {
            if (failure == null) {
                counts.add(live.intValue());
            } else {
                lastFailure = String.valueOf(failure.getMessage());
                log.debug("A heartbeat failed; the next one counts again", failure);
            }
        });
    }

    /** The highest count of the last minute in which there were any; 1 before the first. */
    @Override
    public int getAsInt() {
        int highest = counts.highest();
        if (highest == 0 && warned.compareAndSet(false, true)) {
            log.warn(
                    "Redis has never told how many instances there are ({}), so each lets the whole limit pass while it fails; set ratelimit.instances to a number",
                    lastFailure);
        }
        return Math.max(1, highest);
    }
}
