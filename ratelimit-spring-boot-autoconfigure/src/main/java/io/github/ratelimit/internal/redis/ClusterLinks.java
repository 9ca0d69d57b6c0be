package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.ClusterSlotHashUtil;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/**
 * A link to each primary of a Redis Cluster, and which slots it has. A thread of its own asks for the slots every few
 * seconds, and at once when a redirect or a lost primary shows that they have changed; requests only read them.
 */
public final class ClusterLinks implements RedisConnections {

    private static final Logger log = LoggerFactory.getLogger(ClusterLinks.class);
    private static final long PERIOD_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long SHORTEST_PERIOD_NANOS = Duration.ofMillis(500).toNanos();
    private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();

    private final List<NodeAddress> seeds;
    private final Function<NodeAddress, RedisConnector> connectors;
    private final AtomicReferenceArray<NodeAddress> owners = new AtomicReferenceArray<>(ClusterSlotHashUtil.SLOT_COUNT);
    private final Map<NodeAddress, RedisLink> links = new ConcurrentHashMap<>();
    private final List<Consumer<RedisLink>> whenGone = new CopyOnWriteArrayList<>();
    private final List<Runnable> whileConnected = new CopyOnWriteArrayList<>();
    private final CountDownLatch found = new CountDownLatch(1);
    private final Thread thread = new Thread(this::keepKnown, "ratelimit-redis-cluster");
    private Set<NodeAddress> withoutSlots = Set.of();
    private volatile boolean stale = true;
    private volatile @Nullable String lastFailure;
    private volatile boolean closed;

    private ClusterLinks(List<NodeAddress> seeds, Function<NodeAddress, RedisConnector> connectors) {
        this.seeds = List.copyOf(seeds);
        this.connectors = connectors;
        thread.setDaemon(true);
    }

    /**
     * Links to a Cluster, entered as the application does. They do not connect yet.
     *
     * @param connectors connects to one node
     */
    static ClusterLinks of(
            RedisClusterConfiguration cluster, Function<RedisStandaloneConfiguration, RedisConnector> connectors) {
        List<NodeAddress> seeds = new ArrayList<>();
        cluster.getClusterNodes()
                .forEach(node ->
                        seeds.add(new NodeAddress(Objects.requireNonNull(node.getHost()), node.getRequiredPort())));
        return new ClusterLinks(seeds, node -> {
            RedisStandaloneConfiguration where = new RedisStandaloneConfiguration(node.host(), node.port());
            where.setUsername(cluster.getUsername());
            where.setPassword(cluster.getPassword());
            return connectors.apply(where);
        });
    }

    /** Who has the slot, as far as known. */
    @Nullable
    NodeAddress owner(int slot) {
        if (thread.getState() == Thread.State.NEW && !closed) {
            start(); // for policies that were defined after the start
        }
        return owners.get(slot);
    }

    /** The link to a node; made if there is none yet. */
    RedisLink link(NodeAddress address) {
        RedisLink known = links.get(address);
        return known != null ? known : connectTo(address);
    }

    /** One that is made while all are closed would be missed by that. */
    private RedisLink connectTo(NodeAddress address) {
        RedisLink made = links.computeIfAbsent(address, this::connect);
        if (closed) {
            made.close();
        }
        return made;
    }

    private RedisLink connect(NodeAddress address) {
        RedisLink link = new RedisLink(connectors.apply(address), DecisionScript.load(), null);
        link.start();
        return link;
    }

    /** Tells each link that is closed because its node is no primary any more. */
    void onGone(Consumer<RedisLink> action) {
        whenGone.add(action);
    }

    /** A node has told that a slot is elsewhere; others may be too. */
    void moved(int slot, NodeAddress to) {
        owners.set(slot, to);
        stale = true;
        LockSupport.unpark(thread);
    }

    @Override
    public synchronized void start() {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    @Override
    public boolean awaitConnected(Duration atMost) {
        Deadline end = Deadline.in(atMost);
        try {
            if (!found.await(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
                return false;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
        boolean all = true;
        for (RedisLink link : links.values()) {
            all &= link.awaitConnected(Duration.ofNanos(Math.max(0, end.remainingNanos())));
        }
        return all;
    }

    @Override
    public String target() {
        return "cluster " + seeds;
    }

    @Override
    public @Nullable String lastFailure() {
        return lastFailure;
    }

    @Override
    public boolean isConnected() {
        return found.getCount() == 0 && links.values().stream().allMatch(RedisLink::isConnected);
    }

    @Override
    public @Nullable RedisSession session(byte[] key) {
        NodeAddress owner = owner(ClusterSlotHashUtil.calculateSlot(key));
        return owner == null ? null : link(owner).session();
    }

    @Override
    public Subscription subscribe(byte[] channel, Runnable onMessage) {
        NodeAddress owner =
                owner(ClusterSlotHashUtil.calculateSlot(channel)); // what is said to one node is heard at all
        if (owner == null) {
            throw new IllegalStateException("no primary of the Redis Cluster is known");
        }
        return link(owner).subscribe(channel, onMessage);
    }

    @Override
    public void whileConnected(byte[] key, Consumer<RedisSession> action) {
        whileConnected.add(() -> {
            RedisSession session = session(key);
            if (session != null) {
                action.accept(session);
            }
        });
    }

    private void keepKnown() {
        long asked = System.nanoTime() - PERIOD_NANOS;
        while (!closed) {
            try {
                long age = System.nanoTime() - asked;
                boolean wanted = stale || !isConnected();
                if (age >= PERIOD_NANOS || (wanted && age >= SHORTEST_PERIOD_NANOS)) {
                    asked = System.nanoTime();
                    stale = false;
                    refresh();
                }
                whileConnected.forEach(Runnable::run);
            } catch (RuntimeException | LinkageError failure) {
                log.debug("The slots of the Redis {} could not be read", target(), failure);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private void refresh() {
        SlotMap slots = ask();
        if (slots == null || closed) {
            return;
        }
        slots.forEach(owners::set);
        slots.primaries().forEach(this::link);
        found.countDown();
        closeOthers(slots.primaries());
    }

    /** A node that had no slots twice is no primary any more: by now its last answers have come. */
    private void closeOthers(Set<NodeAddress> primaries) {
        Set<NodeAddress> others = new HashSet<>(links.keySet());
        others.removeAll(primaries);
        for (NodeAddress other : others) {
            RedisLink link = withoutSlots.contains(other) ? links.remove(other) : null;
            if (link != null) {
                link.close();
                whenGone.forEach(action -> action.accept(link));
            }
        }
        withoutSlots = others;
    }

    /** The answer of the first node that gives one. */
    private @Nullable SlotMap ask() {
        for (Map.Entry<NodeAddress, RedisLink> known : links.entrySet()) {
            RedisSession session = known.getValue().session();
            SlotMap slots = session == null ? null : ask(known.getKey(), session);
            if (slots != null) {
                return slots;
            }
        }
        for (NodeAddress seed : seeds) {
            SlotMap slots = closed ? null : askOnce(seed);
            if (slots != null) {
                return slots;
            }
        }
        return null;
    }

    private @Nullable SlotMap askOnce(NodeAddress seed) {
        try (RedisConnector connector = connectors.apply(seed)) {
            return ask(seed, connector.connect());
        } catch (RuntimeException failure) {
            lastFailure = String.valueOf(failure.getMessage());
            log.debug("No connection to Redis at {}", seed, failure);
            return null;
        }
    }

    private @Nullable SlotMap ask(NodeAddress node, RedisSession session) {
        try {
            return SlotMap.ask(node, session);
        } catch (StoreFailureException | RuntimeException failure) {
            lastFailure = String.valueOf(failure.getMessage());
            log.debug("The node {} did not tell the slots of its Redis Cluster", node, failure);
            return null;
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        links.values().forEach(RedisLink::close);
    }
}
