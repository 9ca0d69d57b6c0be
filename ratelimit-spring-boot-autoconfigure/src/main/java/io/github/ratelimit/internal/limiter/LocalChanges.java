package io.github.ratelimit.internal.limiter;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Changes of this instance alone, gone with it. */
public final class LocalChanges implements ChangeStore {

    private final Map<String, PolicyChange> changes = new ConcurrentHashMap<>();

    @Override
    public Map<String, PolicyChange> read() {
        return Map.copyOf(changes);
    }

    @Override
    public void add(String policy, PolicyChange change) {
        changes.merge(policy, change, PolicyChange::and);
    }

    @Override
    public void remove(String policy) {
        changes.remove(policy);
    }
}
