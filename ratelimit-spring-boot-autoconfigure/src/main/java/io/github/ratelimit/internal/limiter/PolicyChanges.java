package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.RateLimitPolicyChangedEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes of policies at run time: over what the configuration says lies what the store says. Requests notice a change by
 * reading one field; nothing here is held over I/O that they wait for.
 */
public final class PolicyChanges {

    private static final Logger log = LoggerFactory.getLogger(PolicyChanges.class);

    private final Policies policies;
    private final ChangeStore store;
    private final BiFunction<RateLimitPolicy, Map<String, String>, RateLimitPolicy> reader;
    private final Consumer<RateLimitPolicyChangedEvent> listener;
    private final Set<String> warned = new HashSet<>();
    private final AtomicLong reads = new AtomicLong();
    private long adopted;
    private Map<String, PolicyChange> seen = Map.of();

    /**
     * Changes these policies.
     *
     * @param reader the policy with the values of a change in place of its own; throws a
     *     {@link RateLimitConfigurationException} with the words of the start
     * @param listener told of every change that has come into effect
     */
    public PolicyChanges(
            Policies policies,
            ChangeStore store,
            BiFunction<RateLimitPolicy, Map<String, String>, RateLimitPolicy> reader,
            Consumer<RateLimitPolicyChangedEvent> listener) {
        this.policies = policies;
        this.store = store;
        this.reader = reader;
        this.listener = listener;
    }

    /** What is changed of a policy, as last seen; null if nothing is. */
    public synchronized @Nullable PolicyChange of(String policy) {
        return seen.get(policy);
    }

    /**
     * Changes a policy on all instances; on this one it holds when this returns.
     *
     * @throws RateLimitConfigurationException if a value is wrong, alone or beside what else holds; nothing is changed then
     * @throws StoreFailureException if the change could not be kept; it may hold nevertheless if the answer was lost
     */
    public void change(ActivePolicy policy, PolicyChange change) throws StoreFailureException {
        PolicyChange before = store.read().get(policy.name());
        PolicyChange together = before == null ? change : before.and(change);
        RateLimitPolicy unused = reader.apply(policy.configured().policy(), together.values()); // throws if it is wrong
        store.add(policy.name(), change);
        read(null);
    }

    /**
     * Takes back what was changed of a policy, on all instances.
     *
     * @param by who does; null if nobody is logged in
     * @throws StoreFailureException if that could not be kept
     */
    public void takeBack(ActivePolicy policy, @Nullable String by) throws StoreFailureException {
        store.remove(policy.name());
        read(by);
    }

    /** Lets hold what the store says. */
    public void refresh() throws StoreFailureException {
        read(null);
    }

    private void read(@Nullable String takenBackBy) throws StoreFailureException {
        long number = reads.incrementAndGet();
        adopt(number, store.read(), takenBackBy);
    }

    /** Lets hold what the configuration says from now on, beneath the changes that were made. */
    public synchronized void configure(Iterable<PolicyVersion> fresh) {
        for (PolicyVersion version : fresh) {
            ActivePolicy policy = policies.find(version.name());
            if (policy != null) {
                policy.configure(version);
                hold(policy, null);
            }
        }
    }

    /** What was read before something that holds already may be older than that. */
    private synchronized void adopt(long number, Map<String, PolicyChange> all, @Nullable String takenBackBy) {
        if (number < adopted) {
            return;
        }
        adopted = number;
        seen = new HashMap<>(all);
        warned.retainAll(all.keySet());
        for (ActivePolicy policy : policies.all()) {
            hold(policy, takenBackBy);
        }
        for (String name : all.keySet()) {
            if (policies.find(name) == null && warned.add(name)) {
                log.warn(
                        "A stored change of a rate limit policy that this instance does not have is ignored; it has {}",
                        policies.names());
            }
        }
    }

    private void hold(ActivePolicy policy, @Nullable String takenBackBy) {
        PolicyChange change = seen.get(policy.name());
        PolicyVersion after = change == null ? policy.configured() : changed(policy, change);
        PolicyVersion before = policy.current();
        if (after.isLike(before)) {
            return;
        }
        policy.use(after);
        String by = change == null ? takenBackBy : change.by();
        log.info(
                "Rate limit policy '{}' has changed{}{}: {}",
                policy.name(),
                by == null ? "" : ", by " + by,
                change == null || change.at() == null ? "" : ", at " + change.at(),
                Differences.between(before.policy(), after.policy()));
        listener.accept(new RateLimitPolicyChangedEvent(before.policy(), after.policy(), by));
    }

    private PolicyVersion changed(ActivePolicy policy, PolicyChange change) {
        try {
            RateLimitPolicy wanted = reader.apply(policy.configured().policy(), change.values());
            warned.remove(policy.name());
            return policy.configured().with(wanted);
        } catch (RateLimitConfigurationException wrong) {
            if (warned.add(policy.name())) {
                log.warn(
                        "The stored change of rate limit policy '{}' is ignored, as it does not go with the configuration: {}",
                        policy.name(),
                        wrong.reason());
            }
            return policy.configured();
        }
    }
}
