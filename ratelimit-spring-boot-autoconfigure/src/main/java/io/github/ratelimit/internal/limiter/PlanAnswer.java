package io.github.ratelimit.internal.limiter;

/** What is known of a value's plan. */
public sealed interface PlanAnswer {

    /** There is no such client. */
    PlanAnswer UNKNOWN = NoPlan.UNKNOWN;

    /** Nobody could say. */
    PlanAnswer FAILED = NoPlan.FAILED;

    /**
     * A client of this plan.
     *
     * @param plan one of the policy's
     */
    record OnPlan(String plan) implements PlanAnswer {}

    /** Why there is none. */
    enum NoPlan implements PlanAnswer {
        UNKNOWN,
        FAILED
    }
}
