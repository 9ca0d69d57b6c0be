/** Permits that this process takes at once and spends by itself, for policies that say so. */
@NullMarked
package io.github.ratelimit.internal.lease;

import org.jspecify.annotations.NullMarked;
