package io.github.ratelimit.internal.limiter;

import java.util.Map;

/** Where changes at run time are kept, for all instances that share their counts. */
public interface ChangeStore {

    /** All changes by the name of the policy. */
    Map<String, PolicyChange> read() throws StoreFailureException;

    /** Adds to what is changed of a policy; what the change names replaces what was changed before. */
    void add(String policy, PolicyChange change) throws StoreFailureException;

    /** Forgets what was changed of a policy. */
    void remove(String policy) throws StoreFailureException;
}
