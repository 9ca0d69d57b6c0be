package io.github.ratelimit.internal.limiter;

import org.jspecify.annotations.Nullable;

/** Finds the request that the calling thread works for. */
@FunctionalInterface
public interface CurrentRequest {

    /** No request, ever: an application without web. */
    CurrentRequest NONE = () -> null;

    /** The request; null outside one. */
    @Nullable
    RequestScope find();
}
