package io.github.ratelimit.internal.redis;

import static io.github.ratelimit.internal.redis.DecisionScript.ascii;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.ratelimit.internal.limiter.ChangeStore;
import io.github.ratelimit.internal.limiter.PolicyChange;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.time.Duration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes in one hash without expiry, for all instances with the same key prefix: a field {@code policy|property} each,
 * and {@code policy|by} and {@code policy|at} for who made the last one. Whoever changes it says so on a channel of the
 * same name.
 */
public final class RedisChanges implements ChangeStore {

    private static final Logger log = LoggerFactory.getLogger(RedisChanges.class);

    /** Longest that anybody waits, none of them a request that is limited. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final int LONGEST_NOTE = 200;
    private static final byte[] FORGET =
            DecisionScript.read("forget-change.lua").getBytes(UTF_8);

    private final RedisConnections link;
    private final byte[] key;

    /** Keeps changes beside the counts of this key prefix. */
    public RedisChanges(RedisConnections link, String keyPrefix) {
        this.link = link;
        this.key = ascii(keyPrefix + ":changes");
    }

    /** Where changes are announced. */
    byte[] channel() {
        return key.clone();
    }

    @Override
    public Map<String, PolicyChange> read() throws StoreFailureException {
        Map<String, Map<String, String>> byPolicy = new HashMap<>();
        ask(session -> session.hashFields(key)).forEach((field, value) -> {
            String name = new String(field, UTF_8);
            int bar = name.indexOf('|');
            if (bar > 0) {
                byPolicy.computeIfAbsent(name.substring(0, bar), policy -> new HashMap<>())
                        .put(name.substring(bar + 1), new String(value, UTF_8));
            }
        });
        Map<String, PolicyChange> changes = new HashMap<>();
        byPolicy.forEach((policy, values) -> {
            String by = note(values.remove("by"));
            String at = note(values.remove("at"));
            changes.put(policy, new PolicyChange(values, by, at));
        });
        return changes;
    }

    @Override
    public void add(String policy, PolicyChange change) throws StoreFailureException {
        IdentityHashMap<byte[], byte[]> fields = new IdentityHashMap<>();
        change.values().forEach((property, value) -> fields.put(field(policy, property), value.getBytes(UTF_8)));
        // Blank rather than left out, or the one before would stand for who made this change.
        fields.put(field(policy, "by"), text(change.by()));
        fields.put(field(policy, "at"), text(change.at()));
        ask(session -> session.setHashFields(key, fields));
        announce();
    }

    @Override
    public void remove(String policy) throws StoreFailureException {
        ask(session -> session.evalNumber(FORGET, new byte[][] {key}, ascii(policy + "|")));
        announce();
    }

    /** Who does not hear it asks a little later. */
    private void announce() {
        RedisSession session = link.session(key);
        if (session == null) {
            return;
        }
        try {
            CompletionStage<?> unused = session.publish(key, ascii("changed"));
        } catch (RuntimeException lost) {
            log.debug("A change could not be announced; other instances notice it by asking", lost);
        }
    }

    private <T> T ask(Function<RedisSession, ? extends CompletionStage<T>> command) throws StoreFailureException {
        RedisSession session = link.session(key);
        if (session == null) {
            throw new StoreFailureException("no connection to Redis");
        }
        try {
            return Replies.await(command.apply(session), Deadline.in(PATIENCE));
        } catch (RuntimeException failure) {
            throw new StoreFailureException(failure.toString(), failure);
        }
    }

    private static byte[] field(String policy, String property) {
        return ascii(policy + "|" + property);
    }

    private static byte[] text(@Nullable String note) {
        return (note == null ? "" : note).getBytes(UTF_8);
    }

    /** Goes to the log, so nothing but what was written for it. */
    private static @Nullable String note(@Nullable String text) {
        boolean plain = text != null
                && !text.isEmpty()
                && text.length() <= LONGEST_NOTE
                && text.chars().allMatch(character -> character >= ' ' && character <= '~');
        return plain ? text : null;
    }
}
