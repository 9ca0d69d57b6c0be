package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A store over each primary of a Cluster, each with a circuit breaker of its own. */
final class PrimaryStores {

    private final ClusterLinks links;
    private final String keyPrefix;
    private final StoreBreakers breakers;
    private final Duration deadline;
    private final List<CallListener> listeners = new CopyOnWriteArrayList<>();
    private final Map<NodeAddress, Primary> stores = new ConcurrentHashMap<>();

    private record Primary(RedisLink link, RedisStore store) {}

    PrimaryStores(ClusterLinks links, String keyPrefix, StoreBreakers breakers, Duration deadline) {
        this.links = links;
        this.keyPrefix = keyPrefix;
        this.breakers = breakers;
        this.deadline = deadline;
        links.onGone(this::forget);
    }

    private static String breaker(String target) {
        return "ratelimit-" + target;
    }

    /** Else a breaker that opened as its primary went would be open for ever. */
    private void forget(RedisLink gone) {
        stores.values().removeIf(primary -> primary.link() == gone);
        breakers.forget(breaker(gone.target()));
    }

    void onCallEnd(CallListener listener) {
        listeners.add(listener);
    }

    /** The store that counts this slot, as far as known. */
    RedisStore at(int slot) throws StoreFailureException {
        NodeAddress owner = links.owner(slot);
        if (owner == null) {
            throw new StoreFailureException("no primary of the Redis Cluster is known for slot " + slot);
        }
        return over(owner);
    }

    /** The store that a redirect leads to; waits for its connection until the deadline if it is new. */
    RedisStore follow(Redirect redirect, Deadline end) {
        if (!redirect.asking()) {
            links.moved(redirect.slot(), redirect.to());
        }
        RedisStore store = over(redirect.to());
        links.link(redirect.to()).awaitConnected(Duration.ofNanos(Math.max(0, end.remainingNanos())));
        return store;
    }

    /** A slot has moved since it was charged, or is on its way. */
    private void refundElsewhere(List<Charge> charges, Throwable failure) {
        Redirect redirect = Redirect.in(failure);
        if (redirect == null) {
            RedisStore.lost(failure);
            return;
        }
        if (!redirect.asking()) {
            links.moved(redirect.slot(), redirect.to());
        }
        over(redirect.to()).refundRedirected(charges, redirect.asking());
    }

    private RedisStore over(NodeAddress address) {
        RedisLink link = links.link(address);
        Primary known = stores.get(address);
        if (known != null && known.link() == link) {
            return known.store();
        }
        return stores.compute(address, (same, before) -> before != null && before.link() == link ? before : make(link))
                .store();
    }

    private Primary make(RedisLink link) {
        RedisStore store = RedisStore.over(link, keyPrefix, breakers.named(breaker(link.target())), deadline);
        listeners.forEach(store::onCallEnd);
        store.onFailedRefund(this::refundElsewhere);
        return new Primary(link, store);
    }
}
