package com.example.marketplace.login;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimiter;
import org.springframework.stereotype.Component;

/**
 * Forgets the failed tries of who logged in after all. {@code reset-on: 2xx} will do this once it exists.
 */
@Component
class LoginLimits {

    private final RateLimiter limiter;

    LoginLimits(RateLimiter limiter) {
        this.limiter = limiter;
    }

    void clear(String ip, String username) {
        limiter.reset(RateLimitCheck.of("login-pair", ip, username));
        limiter.reset(RateLimitCheck.of("login-account", username));
    }
}
