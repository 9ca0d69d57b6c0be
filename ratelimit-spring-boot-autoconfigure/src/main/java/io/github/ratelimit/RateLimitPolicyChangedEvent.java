package io.github.ratelimit;

import org.jspecify.annotations.Nullable;

/**
 * A policy has changed while the application runs: by the actuator endpoint of this or another instance, or by its
 * configuration. Published as an application event on each instance, when the change already holds there, on a thread of
 * the limiter's own: a slow listener holds up no request. What it throws is logged and changes nothing.
 *
 * @param before the policy until now
 * @param after the policy from now on
 * @param changedBy who made the change, as Spring Security knows them; null when nobody was logged in, when a change was
 *     taken back on another instance, and when the configuration changed
 */
public record RateLimitPolicyChangedEvent(
        RateLimitPolicy before,
        RateLimitPolicy after,
        @Nullable String changedBy) {}
