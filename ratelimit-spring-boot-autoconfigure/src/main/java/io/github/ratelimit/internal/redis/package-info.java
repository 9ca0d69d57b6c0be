/** The shared store: one script call decides all checks of a phase, on Redis's clock. */
@NullMarked
package io.github.ratelimit.internal.redis;

import org.jspecify.annotations.NullMarked;
