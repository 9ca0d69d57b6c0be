package io.github.ratelimit.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Import;

/**
 * Rate limits in a test of the web layer alone ({@code @WebMvcTest}), which has no Redis: only those that are counted in
 * the process. Without {@code ratelimit.store: local} such a test has no limits.
 */
@AutoConfiguration
@ConditionalOnProperty(name = "ratelimit.store", havingValue = "local")
@Import(RateLimitAutoConfiguration.class)
public final class RateLimitSliceAutoConfiguration {}
