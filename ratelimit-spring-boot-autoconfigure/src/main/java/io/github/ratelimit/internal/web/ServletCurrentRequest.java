package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.limiter.CurrentRequest;
import io.github.ratelimit.internal.limiter.RequestScope;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** The request that Spring MVC has bound to the thread. */
public final class ServletCurrentRequest implements CurrentRequest {

    private final HttpRequestScope.Scopes scopes;

    /** Sees requests as the filter does. */
    public ServletCurrentRequest(RequestValues values, RateLimitHeaders headers) {
        this.scopes = new HttpRequestScope.Scopes(values, headers);
    }

    @Override
    public @Nullable RequestScope find() {
        if (!(RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes)) {
            return null;
        }
        try {
            return scopes.of(attributes.getRequest(), attributes.getResponse());
        } catch (IllegalStateException recycled) {
            return null; // attributes copied to another thread, which has outlived the request
        }
    }
}
