package io.github.ratelimit;

import org.jspecify.annotations.Nullable;

/**
 * A policy has used so much of its window: a level of {@link RateLimitPolicy#alertAt()}. Published as an application event,
 * once a key, window and level over all instances, by the one whose charge reached the level. On a thread of the limiter's
 * own: a slow listener holds up no request. What it throws is logged and changes nothing.
 *
 * @param policy the policy's name
 * @param plan the plan whose numbers held; null: the policy's own numbers
 * @param level the level that was reached, in percent; at 100 the policy refuses until the window ends or is reset
 * @param limit the limit that reached it; of several the one that is used most
 */
public record RateLimitAlertEvent(String policy, @Nullable String plan, int level, Limit limit) {}
