package io.github.ratelimit.internal.limiter;

import org.jspecify.annotations.Nullable;

/** Says who is on which plan, of those whom no plan lists as members. */
@FunctionalInterface
public interface PlanSource extends AutoCloseable {

    /** Nobody is on a plan. */
    PlanSource NONE = (value, request) -> PlanAnswer.UNKNOWN;

    /**
     * The plan of a value. Never throws.
     *
     * @param value normalized, not hashed; the first part of a composite key
     * @param request null outside one
     */
    PlanAnswer planOf(String value, @Nullable RequestScope request);

    /** Ends what runs for it. */
    @Override
    default void close() {}
}
