package io.github.ratelimit.internal.limiter;

import org.jspecify.annotations.Nullable;

/** Where a decision was asked for, as the application's own code and configuration call it: never what a caller sent. */
@FunctionalInterface
public interface Place {

    /** Code that calls the limiter. */
    Place CODE = policy -> null;

    /** The path pattern by which this policy applied, or the annotated method; null if there is none. */
    @Nullable
    String of(String policy);
}
