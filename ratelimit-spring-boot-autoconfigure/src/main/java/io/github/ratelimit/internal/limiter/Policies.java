package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ActivePolicy.KeyRule;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/** All policies of the application by name: those of the configuration, and those that annotations define at the start. */
public final class Policies implements AutoCloseable {

    private final RegionShare region;
    private final Map<String, ActivePolicy> byName = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> methods = new ConcurrentHashMap<>();

    /** Begins with the policies of the configuration, where there is one region only. */
    public Policies(Collection<ActivePolicy> configured) {
        this(configured, RegionShare.WHOLE);
    }

    /**
     * Begins with the policies of the configuration.
     *
     * @param region how much of the limits holds here that annotations define
     */
    public Policies(Collection<ActivePolicy> configured, RegionShare region) {
        this.region = region;
        configured.forEach(policy -> byName.put(policy.name(), policy));
    }

    /** The policy of this name, or null. */
    public @Nullable ActivePolicy find(String name) {
        return byName.get(name);
    }

    /**
     * The policy of this name.
     *
     * @throws IllegalArgumentException if there is none; the message lists the names
     */
    public ActivePolicy get(String name) {
        ActivePolicy policy = byName.get(name);
        if (policy == null) {
            throw new IllegalArgumentException("There is no rate limit policy '" + name + "'; there are " + names());
        }
        return policy;
    }

    /** The policy of this name, noting the annotated method that it limits. */
    public ActivePolicy use(String name, String method) {
        ActivePolicy policy = get(name);
        methods.computeIfAbsent(name, first -> new ConcurrentSkipListSet<>()).add(method);
        return policy;
    }

    /** The annotated methods that the policy limits, as far as their beans are made. */
    public List<String> methods(String name) {
        return List.copyOf(methods.getOrDefault(name, Set.of()));
    }

    /** Adds a policy that an annotation defines. The first definition of a name stays. */
    public void define(RateLimitPolicy policy, KeyRule keyRule) {
        byName.putIfAbsent(policy.name(), new ActivePolicy(policy, keyRule, Map.of(), PlanSource.NONE, region));
    }

    /** All names in alphabetical order. */
    public Collection<String> names() {
        return new TreeMap<>(byName).keySet();
    }

    /** All policies. */
    public Collection<ActivePolicy> all() {
        return byName.values();
    }

    /** Ends what runs for their plans. */
    @Override
    public void close() {
        byName.values().forEach(policy -> policy.planSource().close());
    }
}
